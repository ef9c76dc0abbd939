import { exportedPostColumns } from '#contract/values/catalogue-file.ts';
import { cellListSeparator } from '#contract/values/export-formats.ts';
import type { FeedMapping, FieldMapping } from '#contract/values/imports.ts';

/** Those that hold several values, or a URL: nothing else separates there. */
const separated = ['link', 'otherLinks', 'imageUrl', 'tags', 'performers', 'previewUrls'];

/** Whether feeds that are mapped like this are exports of a catalogue such as this one. */
export const isOwnExport = ({ itemId, title }: FeedMapping): boolean =>
  itemId?.columns[0] === exportedPostColumns.itemId && title?.columns[0] === exportedPostColumns.title;

/** The mapping of an export of this catalogue, by which every post is again what it was; undefined for other feeds. */
export const ownExportMapping = (names: ReadonlySet<string>): FeedMapping | undefined => {
  if (!names.has('_id') || !names.has('titel') || !names.has('Category')) return undefined;
  const found = Object.entries(exportedPostColumns).filter(([, name]) => names.has(name));
  return Object.fromEntries(
    found.map(([field, name]): [string, FieldMapping] => [
      field,
      {
        columns: [name],
        isPlainText: true,
        ...(field === 'duration' && { unit: 'minutes' }),
        ...(separated.includes(field) && { separator: cellListSeparator }),
      },
    ]),
  );
};
