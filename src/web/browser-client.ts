import { createClient } from '#contract/client.ts';
import { fetchTransport } from './fetch-transport.ts';

/** The API client of the public pages. A view is counted even if the visitor leaves at once. */
export const browserClient = createClient(fetchTransport({ keepalive: true }));
