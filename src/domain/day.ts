export const dayMs = 24 * 3600 * 1000;

/** Formats a time for messages: '17 November 2026 at 02:00 UTC'. */
export const momentLabel = (date: Date) =>
  `${date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
