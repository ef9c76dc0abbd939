import type { IncomingHttpHeaders } from 'node:http';

/** How long the other server asks to be left alone, if it does. */
export const retryAfterMs = (headers: IncomingHttpHeaders, now: number): number | undefined => {
  const value = headers['retry-after']?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};
