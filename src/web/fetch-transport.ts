import type { Transport } from '#contract/calls/client.ts';

interface FetchOptions {
  /** Lets a call finish after the page has been left. */
  keepalive: boolean;
  signal?: AbortSignal;
  /** Calls fail with a TimeoutError after this time. Uploads have no timeout. */
  timeoutMs?: number;
}

/** Uses setTimeout(), because fake timers in tests don't affect AbortSignal.timeout(). */
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
      // Browsers allow keepalive only for small bodies, so not for uploads.
      keepalive: keepalive && method === 'POST' && typeof body === 'string',
      ...(signal ? { signal } : {}),
      ...(timeoutMs !== undefined && !(body instanceof FormData) ? { signal: abortAfter(timeoutMs) } : {}),
      ...(body === undefined ? {} : { body }),
      ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
    });
