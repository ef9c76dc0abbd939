const minuteMs = 60_000;

/** The value of an `<input type="datetime-local">`: in the browser's time zone, 2026-11-16T09:30. */
export const toLocalTime = (iso: string): string => {
  if (iso === '') return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * minuteMs).toISOString().slice(0, 16);
};

export const fromLocalTime = (local: string): string => {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
};

/** A note about a time that doesn't exist because clocks are set forward. */
export const skippedTimeNote = (local: string): string | undefined => {
  const [given, used] = [local.slice(0, 16), toLocalTime(fromLocalTime(local))];
  if (used === '' || used === given) return undefined;
  return `Clocks go forward then, and ${given.slice(11)} does not exist: ${used.slice(11)} is used instead.`;
};

export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
