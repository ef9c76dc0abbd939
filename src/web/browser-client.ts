import { createClient } from '#contract/client.ts';

/** Calls the API of the site's own origin; a call that counts is finished even when the page is left. */
export const browserClient = createClient(({ method, path, body }) =>
  fetch(`/api${path}`, {
    method,
    keepalive: method === 'POST' && typeof body === 'string',
    ...(body === undefined ? {} : { body }),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
  }),
);
