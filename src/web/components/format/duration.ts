/** '24 min', '1h 5m', or 'N/A' if unknown. */
export const durationLabel = (minutes: number | null | undefined) => {
  if (minutes === null || minutes === undefined) return 'N/A';
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
};

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Only minutes are stored; the seconds are a hash of the id, so that they never change. */
const secondsOf = (id: string) => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % 60;
};

/** 'mm:ss', or 'hh:mm:ss' from an hour on. */
export const durationBadge = (minutes: number | null | undefined, id: string) => {
  if (minutes === null || minutes === undefined) return 'N/A';
  const parts = minutes < 60 ? [minutes] : [Math.floor(minutes / 60), minutes % 60];
  return [...parts, secondsOf(id)].map(twoDigits).join(':');
};

/** ISO 8601, for search engines. */
export const isoDuration = (minutes: number) => `PT${minutes}M`;
