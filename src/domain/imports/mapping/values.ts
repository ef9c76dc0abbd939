/** Separators of lists within a cell, the least ambiguous first. */
export const separators = ['|', ';', ','] as const;

/** The entries of a list in a cell. Without a separator, uses the first known one that the cell contains. */
export const entriesOf = (cell: string, separator: string | undefined): string[] => {
  const used = separator || separators.find((each) => cell.includes(each)) || '\n';
  return cell
    .split(used)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
};

/** Trims separators at the end. Not with a regular expression, which would take quadratic time. */
const trimSeparators = (url: string) => {
  let end = url.length;
  while (end > 0 && ',;|'.includes(url[end - 1] as string)) end--;
  return url.slice(0, end);
};

/** The URLs in a cell. Commas and semicolons also occur within URLs, so they only separate before another URL. */
export const urlsOf = (cell: string, separator: string | undefined): string[] =>
  (separator ? cell.split(separator) : cell.split(/(?<![\s,;|])[\s,;|]+(?=(?:https?:)?\/\/)/i))
    .map((url) => trimSeparators(url.trim()))
    .filter((url) => url !== '');

const factors: Record<string, number> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

const maxLength = 60;

const maxCount = 1e12;

/** Parses counts such as 1234, 1,234, 1.234, 1 234 or 1.2M. */
export const countOf = (text: string): number | undefined => {
  // Also protects from quadratic time of the patterns below.
  if (text.length > maxLength) return undefined;
  const given = text.trim().replace(/\s*(views?|plays?|hits?)$/i, '');
  const [, digits = '', suffix = ''] = /^(\d[\d.,'\s\u00a0]{0,30})([kmb]?)$/i.exec(given) ?? [];
  if (digits === '') return undefined;
  const isGrouped = /^\d{1,3}([.,'\s\u00a0]\d{3})+$/.test(digits.trim()) && suffix === '';
  const plain = isGrouped ? digits.replace(/[^\d]/g, '') : digits.replace(/[\s\u00a0']/g, '').replace(',', '.');
  const count = Math.round(Number(plain) * (factors[suffix.toLowerCase()] ?? 1));
  return Number.isNaN(count) ? undefined : Math.min(count, maxCount);
};

const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})(?:\.\d+)?$/;
const iso = /^P(?:(\d+(?:\.\d+)?)D)?T?(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/i;
const words =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:h|hrs?|hours?|std)[\s,:]*)?(?:(\d+(?:[.,]\d+)?)\s*(?:m|mins?|minutes?|')[\s,:]*)?(?:(\d+(?:[.,]\d+)?)\s*(?:s|secs?|seconds?|''|")\s*)?$/i;
const plain = /^\d{1,9}(?:[.,]\d+)?$/;

const numberOf = (text: string | undefined) => Number(text?.replace(',', '.') ?? 0);

/**
 * Parses durations such as 12:30, 1:02:30, PT12M30S, 12m30s, 12 min or, as a plain number of seconds or minutes, 750.
 */
export const secondsOf = (text: string, unit: 'seconds' | 'minutes' = 'seconds'): number | undefined => {
  const given = text.trim();
  if (plain.test(given)) return numberOf(given) * (unit === 'minutes' ? 60 : 1);
  const byClock = clock.exec(given);
  if (byClock) {
    const [hours, minutes, seconds] = [numberOf(byClock[1]), numberOf(byClock[2]), numberOf(byClock[3])];
    // 90:00 is an hour and a half, but 99:99:99 is invalid.
    const isTime = seconds < 60 && (hours === 0 || minutes < 60);
    return isTime ? hours * 3600 + minutes * 60 + seconds : undefined;
  }
  const [isoText, days, ...isoParts] = (given.length < 40 && iso.exec(given)) || [];
  const [wordText, ...wordParts] = (given.length < 40 && words.exec(given)) || [];
  if (!(isoText && /\d/.test(isoText)) && !wordText) return undefined;
  const [hours, minutes, seconds] = isoText ? isoParts : wordParts;
  return numberOf(days) * 86_400 + numberOf(hours) * 3600 + numberOf(minutes) * 60 + numberOf(seconds);
};

/** Rounds to whole minutes, but at least one. */
export const minutesOf = (seconds: number): number => (seconds > 0 ? Math.max(1, Math.round(seconds / 60)) : 0);

export type DateOrder = 'dayFirst' | 'monthFirst';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** ISO 8601 and databases: 2024-05-01, 2024-05-01 12:00:00, 2024-05-01T12:00:00.5+02:00, 20240501. */
const yearFirst =
  /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;
/** 05/01/2024, 1.5.24. */
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i;
/** RFC 822 and people: Wed, 01 May 2024 12:00:00 +0200; 1 May 2024; May 1, 2024. */
const named =
  /^(?:[a-z]{3,9}\.?,?\s+)??(?:(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})|([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?),?[\s-]+(\d{4}|\d{2})(?:[\s,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(Z|UTC?|GMT|[A-Z]{3}|[+-]\d{2}:?\d{2})?)?$/i;

/** Zones of RFC 822 and Central Europe. */
const zones: Record<string, number> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  CET: 1,
  CEST: 2,
};

const minutesOfZone = (zone: string | undefined): number => {
  if (!zone) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  if (!sign) return (zones[zone.toUpperCase()] ?? 0) * 60;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

const fullYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text));

interface Parts {
  year: number;
  month: number;
  day: number;
  hour?: string | undefined;
  minute?: string | undefined;
  second?: string | undefined;
  /** Fraction of a second, such as .25 */
  fraction?: string | undefined;
  zone?: string | undefined;
}

const timeOf = ({ year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone }: Parts) => {
  const milliseconds = fraction === '' ? 0 : Math.trunc(Number(fraction) * 1000);
  const time = new Date(Date.UTC(year, month - 1, day, Number(hour), Number(minute), Number(second), milliseconds));
  // Reject dates such as 31 April, which Date.UTC() moves to the next month.
  const isReal =
    time.getUTCMonth() === month - 1 && time.getUTCDate() === day && Number(hour) < 24 && Number(minute) < 60;
  return isReal ? new Date(time.getTime() - minutesOfZone(zone) * 60_000) : undefined;
};

const ofUnixTime = (text: string) => {
  const number = Number(text);
  return new Date(text.length > 11 ? number : number * 1000);
};

/** Where dates are written with points, the day comes first. */
const hasPoints = (text: string) => /^\d{1,2}\./.test(text);

const ofYearLast = (
  [text, first, second, year = '', hour, minute, seconds, half]: RegExpExecArray,
  given: DateOrder | undefined,
) => {
  const order = given ?? (hasPoints(text) ? 'dayFirst' : 'monthFirst');
  const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
  const hours = half && hour ? String((Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) : hour;
  return timeOf({ year: fullYear(year), month: Number(month), day: Number(day), hour: hours, minute, second: seconds });
};

const ofNamed = ([, day, month, otherMonth, otherDay, year = '', hour, minute, second, zone]: RegExpExecArray) => {
  const number = months.indexOf((month ?? otherMonth ?? '').slice(0, 3).toLowerCase()) + 1;
  return timeOf({ year: fullYear(year), month: number, day: Number(day ?? otherDay), hour, minute, second, zone });
};

const parse = (text: string, order: DateOrder | undefined): Date | undefined => {
  const [, year, month, day, hour, minute, second, fraction, zone] = yearFirst.exec(text) ?? [];
  if (year && !/^\d{9,}$/.test(text))
    return timeOf({ year: Number(year), month: Number(month), day: Number(day), hour, minute, second, fraction, zone });
  if (/^\d{9,10}(\d{3})?$/.test(text)) return ofUnixTime(text);
  const last = yearLast.exec(text);
  if (last) return ofYearLast(last, order);
  const byName = named.exec(text);
  return byName ? ofNamed(byName) : undefined;
};

/** Parses a date in any common notation between 1970 and 2099. Without a zone, it is in UTC. */
export const dateOf = (text: string, order?: DateOrder): Date | undefined => {
  if (text.length > 60) return undefined;
  const date = parse(text.trim(), order);
  if (!date || Number.isNaN(date.getTime())) return undefined;
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 2100 ? date : undefined;
};

/** Infers the order of day and month from dates such as 13/01/2024 or 1.5.2024, if possible. */
export const dateOrderOf = (texts: readonly string[]): DateOrder | undefined => {
  for (const text of texts) {
    const [, first, second] = yearLast.exec(text.trim()) ?? [];
    if (Number(first) > 12) return 'dayFirst';
    if (Number(second) > 12) return 'monthFirst';
  }
  return texts.some((text) => hasPoints(text.trim()) && yearLast.test(text.trim())) ? 'dayFirst' : undefined;
};
