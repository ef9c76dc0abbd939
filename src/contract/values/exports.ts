import type { ImportField } from './imports.ts';

/** CSV for spreadsheets, JSON Lines for programs. */
export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFormatLabels: Record<ExportFormat, string> = { csv: 'CSV', jsonl: 'JSON Lines' };

/** What stands between the entries of a list within a cell: no name and no URL can contain it. */
export const cellListSeparator = '\n';

/**
 * Spreadsheets run cells that begin with one of these as formulas; an apostrophe makes them text. Cells that look guarded already
 * get another one, so that what is read back is exactly what was written.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export const withFormulaGuard = (text: string) => (formula.test(text) ? `'${text}` : text);

export const withoutFormulaGuard = (text: string) =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

/**
 * A file with the whole catalogue is JSON Lines: networks, tags and stars first, each with its kind under this key, then posts,
 * which have none. Its first line says what it is.
 */
export const kindKey = 'marquee';

export const catalogueKinds = ['catalogue', 'network', 'tag', 'star'] as const;
export type CatalogueKind = (typeof catalogueKinds)[number];

export const catalogueVersion = 1;

/** The fields of a post in files, in their order and in the words of the wire, by what an import knows them as. */
export const exportedPostColumns = {
  itemId: '_id',
  title: 'titel',
  link: 'link',
  otherLinks: 'otherLinks',
  imageUrl: 'imageUrl',
  description: 'desc',
  tags: 'tags',
  performers: 'name',
  category: 'Category',
  duration: 'minutes',
  publishedAt: 'publishedAt',
  views: 'views',
  iframeUrl: 'iframeUrl',
  previewUrls: 'previewUrls',
  altKeywords: 'altKeywords',
  partner: 'partner',
  state: 'state',
  source: 'source',
  rightsHolder: 'rightsHolder',
  consent: 'consent',
  recordDate: 'recordDate',
} as const satisfies Record<ImportField, string>;
export type ExportedPostField = (typeof exportedPostColumns)[ImportField];

export const exportedPostFields: readonly ExportedPostField[] = Object.values(exportedPostColumns);
