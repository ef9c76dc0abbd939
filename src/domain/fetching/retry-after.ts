import type { IncomingHttpHeaders } from 'node:http';

/** How long the other server asks to be left alone, if it does. */
export const retryAfterMs = (headers: IncomingHttpHeaders, now: number): number | undefined => {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const time = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
};
