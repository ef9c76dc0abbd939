import { createClient } from '#contract/client.ts';
import { publicRoutes } from '#contract/public-routes.ts';
import { fetchTransport } from './fetch-transport.ts';

/** The API client of the public pages. A view is counted even if the visitor leaves at once. */
export const browserClient = createClient(publicRoutes, fetchTransport({ keepalive: true }));

/** For calls whose answer may no longer be wanted when it arrives. */
export const abortableClient = (signal: AbortSignal) =>
  createClient(publicRoutes, fetchTransport({ keepalive: false, signal }));
