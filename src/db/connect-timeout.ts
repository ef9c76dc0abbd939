/** How long to wait for a connection: `connect_timeout` of the URL in seconds, as libpq reads it, or the default. */
export const connectTimeoutMs = (url: string, defaultMs: number): number => {
  const seconds = Number(/[?&]connect_timeout=(\d{1,4})(?:&|$)/.exec(url)?.[1] ?? 0);
  return seconds > 0 ? seconds * 1000 : defaultMs;
};
