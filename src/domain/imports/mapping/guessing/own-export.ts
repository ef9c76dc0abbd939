import type { FeedMapping, FieldMapping } from '#contract/values/imports.ts';

/** The columns of an export of this catalogue. */
const columns = {
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
} as const;

/** The mapping of an export of this catalogue, by which every post is again what it was; undefined for other feeds. */
export const ownExportMapping = (names: ReadonlySet<string>): FeedMapping | undefined => {
  if (!names.has('_id') || !names.has('titel') || !names.has('Category')) return undefined;
  const found = Object.entries(columns).filter(([, name]) => names.has(name));
  return Object.fromEntries(
    found.map(([field, name]): [string, FieldMapping] => [
      field,
      { columns: [name], isPlainText: true, ...(field === 'duration' && { unit: 'minutes' }) },
    ]),
  );
};
