import { createClient } from '#contract/calls/client.ts';
import { publicRoutes } from '#contract/calls/public-routes.ts';
import { fetchTransport } from './fetch-transport.ts';

/** The API client of the public pages. With keepalive, a view is counted even if the visitor leaves at once. */
export const browserClient = createClient(publicRoutes, fetchTransport({ keepalive: true }));

/** For calls that are cancelled when their response is no longer needed. */
export const abortableClient = (signal: AbortSignal) =>
  createClient(publicRoutes, fetchTransport({ keepalive: false, signal }));
