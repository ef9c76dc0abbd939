import type { Transport } from '#contract/client.ts';

/** Calls this site's API. `keepalive` lets a call finish after its page has been left. */
export const fetchTransport =
  ({ keepalive }: { keepalive: boolean }): Transport =>
  ({ method, path, body }) =>
    fetch(`/api${path}`, {
      method,
      // Browsers allow keepalive only for small bodies: JSON, not uploads.
      keepalive: keepalive && method === 'POST' && typeof body === 'string',
      ...(body === undefined ? {} : { body }),
      ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
    });
