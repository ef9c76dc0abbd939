import type { FeedFormat } from './imports.ts';

const kinds: Record<FeedFormat['kind'], string> = { csv: 'CSV', json: 'JSON', jsonl: 'JSON Lines', xml: 'XML' };

const delimiters: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'pipes' };

const delimiterOf = ({ delimiter = ',' }: FeedFormat) => delimiters[delimiter] ?? `“${delimiter}”`;

/** A format for people, with what tells it from another: “CSV”, “CSV with semicolons”, “XML in UTF-8”. */
export const formatName = (format: FeedFormat, other?: FeedFormat): string => {
  const name = kinds[format.kind];
  if (!other || other.kind !== format.kind) return name;
  const isDelimited = format.kind === 'csv' && delimiterOf(format) !== delimiterOf(other);
  const encoding = format.encoding === other.encoding ? '' : ` in ${format.encoding.toUpperCase()}`;
  return `${name}${isDelimited ? ` with ${delimiterOf(format)}` : ''}${encoding}`;
};

export const looksLike = (found: FeedFormat, kept: FeedFormat) =>
  `This file looks like ${formatName(found, kept)}; the source keeps ${formatName(kept, found)}.`;
