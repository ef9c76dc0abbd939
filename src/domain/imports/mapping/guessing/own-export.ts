import type { ExportedPostField } from '#contract/values/catalogue-file.ts';
import { cellListSeparator } from '#contract/values/export-formats.ts';
import type { FeedMapping, FieldMapping, ImportField } from '#contract/values/imports.ts';

/** The columns of an export of this catalogue. */
const columns: Record<ImportField, ExportedPostField> = {
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
};

/** Those that hold several values, or a URL: nothing else separates there. */
const separated = ['link', 'otherLinks', 'imageUrl', 'tags', 'performers', 'previewUrls'];

/** The mapping of an export of this catalogue, by which every post is again what it was; undefined for other feeds. */
export const ownExportMapping = (names: ReadonlySet<string>): FeedMapping | undefined => {
  if (!names.has('_id') || !names.has('titel') || !names.has('Category')) return undefined;
  const found = Object.entries(columns).filter(([, name]) => names.has(name));
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
