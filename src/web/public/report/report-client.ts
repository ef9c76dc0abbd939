import { createClient } from '#contract/client.ts';
import { reportRoutes } from '#contract/report-routes.ts';
import { fetchTransport } from '../../fetch-transport.ts';

/** A client of its own, so that other pages do not load the calls of reports. */
export const reportClient = createClient(reportRoutes, fetchTransport({ keepalive: false, timeoutMs: 30_000 }));
