import type { Catalogue } from '../index/catalogue.ts';
import { usedNames } from './names.ts';

export type CatalogueStats = Record<'videos' | 'tags' | 'performers' | 'words' | 'bytes' | 'nearWordBytes', number>;

const bytesOf = ({ columns, terms, orders }: Catalogue): number => {
  const arrays = [
    ...[
      columns.ids,
      columns.publishedAt,
      columns.views,
      columns.minutes,
      columns.updatedAt,
      columns.tagCounts,
      columns.performerCounts,
      columns.starts,
      columns.lengths,
      columns.links,
    ],
    ...Object.values(orders).flatMap((order) => [order.ordinalAt, order.rankOf]),
  ];
  let bytes = arrays.reduce((sum, array) => sum + array.byteLength, terms.nearWords.bytes);
  for (const term of terms.all) bytes += term.videos.getSerializationSizeInBytes('portable');
  return bytes;
};

/** Counts only tags and performers in use. `bytes` is the size of columns, bitmaps and what finds near words. */
export const catalogueStats = (catalogue: Catalogue): CatalogueStats => ({
  videos: catalogue.live.size,
  tags: usedNames(catalogue, 'tag').length,
  performers: usedNames(catalogue, 'performer').length,
  words: catalogue.terms.words.size,
  bytes: catalogue.queryCache.value('bytes', () => bytesOf(catalogue)),
  nearWordBytes: catalogue.terms.nearWords.bytes,
});
