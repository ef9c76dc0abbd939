/** What an archive page is about: everything, a year, a month or a day. */
export interface ArchivePeriod {
  /** As in URLs: `2026`, `11`, `16`. */
  parts: string[];
  /** '16 November 2026'; 'Archive' for everything. */
  name: string;
  path: string;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const forms = [/^\d{4}$/, /^(0[1-9]|1[0-2])$/, /^(0[1-9]|[12]\d|3[01])$/];

const nameOf = ([year, month, day]: string[]) => {
  if (year === undefined) return 'Archive';
  const named = [day === undefined ? undefined : Number(day), month && months[Number(month) - 1], year];
  return named.filter((word) => word !== undefined).join(' ');
};

/** From the parts of a URL, or of a period of the API such as 2026-11; undefined if they are no date. */
export const archivePeriod = (parts: string[]): ArchivePeriod | undefined =>
  parts.every((part, at) => forms[at]?.test(part))
    ? { parts, name: nameOf(parts), path: ['/archive', ...parts].join('/') }
    : undefined;

/** The period and those that it is part of, from the whole archive on. */
export const withParents = ({ parts }: ArchivePeriod): ArchivePeriod[] =>
  Array.from({ length: parts.length + 1 }, (_, count) => archivePeriod(parts.slice(0, count))).filter(
    (period) => period !== undefined,
  );
