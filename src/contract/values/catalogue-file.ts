/**
 * A file with the whole catalogue is JSON Lines: networks, tags and stars first, each with its kind under this key, then posts,
 * which have none. Its first line says what it is.
 */
export const kindKey = 'marquee';

export const catalogueKinds = ['catalogue', 'network', 'tag', 'star'] as const;
export type CatalogueKind = (typeof catalogueKinds)[number];

export const catalogueVersion = 1;

/** The fields of a post in files, in the words of the wire. */
export const exportedPostFields = [
  '_id',
  'titel',
  'link',
  'otherLinks',
  'imageUrl',
  'desc',
  'tags',
  'name',
  'Category',
  'minutes',
  'publishedAt',
  'views',
  'iframeUrl',
  'previewUrls',
  'altKeywords',
  'partner',
  'state',
  'source',
  'rightsHolder',
  'consent',
  'recordDate',
] as const;
export type ExportedPostField = (typeof exportedPostFields)[number];
