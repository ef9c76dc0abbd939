import type { Transport } from '#contract/client.ts';

interface FetchOptions {
  /** Lets a call finish after its page has been left. */
  keepalive: boolean;
  signal?: AbortSignal;
  /** After which a call fails with a TimeoutError; uploads take as long as they take. */
  timeoutMs?: number;
}

/** By setTimeout(), because the clock of a test cannot move AbortSignal.timeout(). */
const abortAfter = (timeoutMs: number) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('No response in time', 'TimeoutError')), timeoutMs);
  return controller.signal;
};

/** Calls this site's API. */
export const fetchTransport =
  ({ keepalive, signal, timeoutMs }: FetchOptions): Transport =>
  ({ method, path, body }) =>
    fetch(`/api${path}`, {
      method,
      // Browsers allow keepalive only for small bodies: JSON, not uploads.
      keepalive: keepalive && method === 'POST' && typeof body === 'string',
      ...(signal ? { signal } : {}),
      ...(timeoutMs !== undefined && !(body instanceof FormData) ? { signal: abortAfter(timeoutMs) } : {}),
      ...(body === undefined ? {} : { body }),
      ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
    });
