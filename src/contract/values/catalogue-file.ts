import type { ImportField } from './imports.ts';

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
