import { createClient } from '#contract/calls/client.ts';
import { reportRoutes } from '#contract/calls/report-routes.ts';
import { fetchTransport } from '../../fetch-transport.ts';

/** A separate client, so that other pages don't load the routes of reports. */
export const reportClient = createClient(reportRoutes, fetchTransport({ keepalive: false, timeoutMs: 30_000 }));
