import type { Mapping } from '#contract/import-settings.ts';
import { type ImportField, importFields } from '#contract/values/imports.ts';
import { recordLabels } from '#contract/values/record-parts.ts';

/** As the form of a post calls them. */
export const fieldLabels: Record<ImportField, string> = {
  itemId: 'Id in the feed',
  title: 'Title',
  link: 'Link',
  otherLinks: 'Other links',
  imageUrl: 'Picture',
  description: 'Description',
  tags: 'Tags',
  performers: 'Stars',
  category: 'Category',
  duration: 'Duration',
  publishedAt: 'Publication time',
  views: 'Views',
  iframeUrl: 'Embed code',
  previewUrls: 'Preview pictures',
  altKeywords: 'Alt keywords',
  partner: 'Network',
  state: 'State',
  source: `Record: ${recordLabels.source.toLowerCase()}`,
  rightsHolder: 'Record: rights holder',
  consent: `Record: ${recordLabels.consent.toLowerCase()}`,
  recordDate: 'Record: date',
};

/** Their columns may hold several entries each. */
export const listFields: readonly ImportField[] = ['tags', 'performers', 'otherLinks', 'previewUrls'];

/** A column may be used more than once: its URL may be both the link and the id. */
export const usesOf = (mapping: Mapping, column: string): ImportField[] =>
  importFields.filter((field) => mapping[field]?.columns.includes(column));

const without = (mapping: Mapping, field: ImportField, column: string): Mapping => {
  const { [field]: source, ...rest } = mapping;
  const columns = source?.columns.filter((each) => each !== column) ?? [];
  return source && columns.length > 0 ? { ...rest, [field]: { ...source, columns } } : rest;
};

/** The column comes last: what the field had before it is preferred. */
const withColumn = (mapping: Mapping, field: ImportField, column: string): Mapping => {
  const columns = [...(mapping[field]?.columns.filter((each) => each !== column) ?? []), column];
  return { ...mapping, [field]: { ...mapping[field], columns } };
};

/** The column becomes `to` instead of `from`. */
export const changeUse = (
  mapping: Mapping,
  column: string,
  from: ImportField | undefined,
  to: ImportField | undefined,
): Mapping => {
  const left = from ? without(mapping, from, column) : mapping;
  return to ? withColumn(left, to, column) : left;
};

export const setSeparator = (mapping: Mapping, field: ImportField, separator: string): Mapping => {
  const source = mapping[field];
  if (!source) return mapping;
  const { separator: _, ...rest } = source;
  return { ...mapping, [field]: separator === '' ? rest : { ...rest, separator } };
};

/** The column before this one in a field that takes the first that is not empty. */
export const preferredTo = (mapping: Mapping, field: ImportField, column: string): string | undefined => {
  if (listFields.includes(field)) return undefined;
  const columns = mapping[field]?.columns ?? [];
  return columns[columns.indexOf(column) - 1];
};
