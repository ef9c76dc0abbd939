import { createClient } from '#contract/client.ts';

/** Calls this site's API. `keepalive` lets a view count finish after the visitor has left the page. */
export const browserClient = createClient(({ method, path, body }) =>
  fetch(`/api${path}`, {
    method,
    keepalive: method === 'POST' && typeof body === 'string',
    ...(body === undefined ? {} : { body }),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
  }),
);
