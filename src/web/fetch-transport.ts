import type { Transport } from '#contract/client.ts';

interface FetchOptions {
  /** Lets a call finish after its page has been left. */
  keepalive: boolean;
  signal?: AbortSignal;
}

/** Calls this site's API. */
export const fetchTransport =
  ({ keepalive, signal }: FetchOptions): Transport =>
  ({ method, path, body }) =>
    fetch(`/api${path}`, {
      method,
      // Browsers allow keepalive only for small bodies: JSON, not uploads.
      keepalive: keepalive && method === 'POST' && typeof body === 'string',
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { body }),
      ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
    });
