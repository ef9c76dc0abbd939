import { maxVideosForVisitors, videosPerPage } from '#contract/values/lists.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { pageJumps, paginationWindow } from '#web/components/page-numbers.ts';

type LinksOf = (page: number, totalPages: number) => (number | null)[];

/** The links that a crawler can follow. */
export interface Linking {
  linksOf: LinksOf;
  hasArchives: boolean;
}

export const windowAlone: Linking = { linksOf: (page, total) => paginationWindow(page, total), hasArchives: false };
export const asRendered: Linking = {
  linksOf: (page, total) => [...paginationWindow(page, total), ...pageJumps(page, total)],
  hasArchives: true,
};

/** Page sizes of the directories of tags and performers. */
const tagsOnPage = 1000;
const performersPerPage = 30;
/** Ids are read from the index in batches of about this size. */
const batchSize = 4800;

/** Clicks from the first page of a list to each of its pages, by breadth-first search. */
const clicksWithin = (totalPages: number, linksOf: LinksOf): Uint32Array => {
  const clicks = new Uint32Array(totalPages + 1).fill(0xffffffff);
  clicks[1] = 0;
  const queue = [1];
  for (const page of queue) {
    for (const target of linksOf(page, totalPages)) {
      if (target === null || clicks[target] !== 0xffffffff) continue;
      clicks[target] = (clicks[page] as number) + 1;
      queue.push(target);
    }
  }
  return clicks;
};

/**
 * The minimum number of clicks from the home page to each video, by id, along links that don't change: home, lists, tags,
 * performers and archives. Related videos, categories and random footers can only shorten the path.
 */
export const crawlDepths = (index: CatalogueIndex, { linksOf, hasArchives }: Linking): Map<number, number> => {
  const depths = new Map<number, number>();
  const clicksBySize = new Map<number, Uint32Array>();
  const clicksOf = (totalPages: number) => {
    const known = clicksBySize.get(totalPages) ?? clicksWithin(totalPages, linksOf);
    clicksBySize.set(totalPages, known);
    return known;
  };

  /** Walks a list whose first page is `start` clicks away. */
  const walk = (
    start: number,
    perPage: number,
    read: (page: number, limit: number) => { ids: number[]; total: number },
  ) => {
    const limit = batchSize - (batchSize % perPage);
    const { total } = read(1, limit);
    const clicks = clicksOf(Math.max(1, Math.ceil(total / perPage)));
    for (let at = 0; at < total; at += limit) {
      for (const [offset, id] of read(at / limit + 1, limit).ids.entries()) {
        const depth = start + (clicks[Math.floor((at + offset) / perPage) + 1] as number) + 1;
        if (depth < (depths.get(id) ?? Number.POSITIVE_INFINITY)) depths.set(id, depth);
      }
    }
  };

  walk(0, videosPerPage, (page, limit) => index.page({ order: 'newest', page, limit }));
  for (const order of ['popular', 'liked'] as const)
    walk(1, videosPerPage, (page, limit) => index.page({ order, page, limit }));
  for (const { slug } of index.tags({ sort: 'count', page: 1, limit: tagsOnPage }).items)
    walk(2, videosPerPage, (page, limit) => index.page({ tag: slug, order: 'newest', page, limit }));
  const { items, total } = index.performers({ sort: 'name', page: 1, limit: Number.MAX_SAFE_INTEGER });
  const directory = clicksOf(Math.max(1, Math.ceil(total / performersPerPage)));
  for (const [at, { slug }] of items.entries())
    walk(2 + (directory[Math.floor(at / performersPerPage) + 1] as number), videosPerPage, (page, limit) =>
      index.page({ performer: slug, order: 'newest', page, limit }),
    );
  if (hasArchives)
    for (const { period: month } of index.archiveMonths())
      for (const { period: day } of index.archiveDays(month))
        walk(3, maxVideosForVisitors, (page, limit) => index.archivePage({ day, page, limit }));
  return depths;
};
