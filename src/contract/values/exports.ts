import { type FeedName, feedNameOf, type ImportField } from './imports.ts';
import { type ImportedField, importedFields, postFields, type WireName } from './post-fields.ts';

/** CSV for spreadsheets, JSON Lines for programs. */
export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFormatLabels: Record<ExportFormat, string> = { csv: 'CSV', jsonl: 'JSON Lines' };

/** Separates the entries of a list within a cell. Neither names nor URLs can contain it. */
export const cellListSeparator = '\n';

/**
 * Spreadsheets run cells that begin with one of these as formulas (CSV injection); an apostrophe makes them text. Cells
 * that already look guarded get another apostrophe, so that reading a file returns exactly what was written.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export const withFormulaGuard = (text: string) => (formula.test(text) ? `'${text}` : text);

export const withoutFormulaGuard = (text: string) =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

/**
 * A catalogue file is JSON Lines: a header line, then networks, tags and stars, each with its kind under this key, then
 * posts, which have no such key.
 */
export const kindKey = 'marquee';

export const catalogueKinds = ['catalogue', 'network', 'tag', 'star'] as const;
export type CatalogueKind = (typeof catalogueKinds)[number];

export const catalogueVersion = 1;

/** The fields of a post in files, in their order. Maps the fields of imports to their names in the API. */
export const exportedPostColumns = {
  itemId: '_id',
  ...Object.fromEntries(importedFields.map((name) => [feedNameOf(name), postFields[name].wire])),
} as { itemId: '_id' } & { [Name in ImportedField as FeedName<Name>]: WireName<Name> };
export type ExportedPostField = (typeof exportedPostColumns)[ImportField];

export const exportedPostFields: readonly ExportedPostField[] = Object.values(exportedPostColumns);
