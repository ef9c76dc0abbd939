import { createClient } from '#contract/client.ts';
import { fetchTransport } from './fetch-transport.ts';

/** The API client of the public pages. A view is counted even if the visitor leaves at once. */
export const browserClient = createClient(fetchTransport({ keepalive: true }));

/** For calls whose answer may no longer be wanted when it arrives. */
export const abortableClient = (signal: AbortSignal) => createClient(fetchTransport({ keepalive: false, signal }));
