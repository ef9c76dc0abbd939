import type { Transport } from '#contract/client.ts';

interface FetchOptions {
  /** Lets a call finish after its page has been left. */
  keepalive: boolean;
  signal?: AbortSignal;
  /** After which a call fails with a TimeoutError; uploads take as long as they take. */
  timeoutMs?: number;
}

/** Calls this site's API. */
export const fetchTransport =
  ({ keepalive, signal, timeoutMs }: FetchOptions): Transport =>
  ({ method, path, body }) =>
    fetch(`/api${path}`, {
      method,
      // Browsers allow keepalive only for small bodies: JSON, not uploads.
      keepalive: keepalive && method === 'POST' && typeof body === 'string',
      ...(signal ? { signal } : {}),
      ...(timeoutMs !== undefined && !(body instanceof FormData) ? { signal: AbortSignal.timeout(timeoutMs) } : {}),
      ...(body === undefined ? {} : { body }),
      ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
    });
