import { audienceLists } from '#contract/values/audience-lists.ts';
import { categoryPages } from '#contract/values/category-pages.ts';
import { videosPerPage } from '#contract/values/paging.ts';
import type { ReadFromReplica } from '#db/replicas.ts';
import { lastEditOf } from '#domain/catalogue/last-edit.ts';
import { categoryChanges, listTextChanges, nameChanges } from '#domain/catalogue/list-changes.ts';
import { listKey } from '#domain/list-texts/list-texts.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

type Time = Date | null | undefined;

/** The latest of the times that are known. */
export const latest = (times: Iterable<Time>): Date | undefined => {
  let last: Date | undefined;
  for (const time of times) if (time && (!last || time > last)) last = time;
  return last;
};

/** When pages changed, as far as it is known: the `lastmod` of sitemaps. */
export interface PageChanges {
  /** Edits of the videos and texts of tags or performers, by slug. */
  ofNames: (kind: 'tag' | 'performer') => Promise<ReadonlyMap<string, Date>>;
  /**
   * By path. Left out is what changes without leaving a time: lists in the order of views, the network, whose promotions end
   * by themselves, and pages whose text is a setting.
   */
  ofFixedPages: () => Promise<ReadonlyMap<string, Date>>;
}

interface PageChangesOptions {
  index: Pick<CatalogueIndex, 'page'>;
  read: ReadFromReplica;
}

const byViews: readonly string[] = ['/top-videos', '/most-liked'];

export const pageChanges = ({ index, read }: PageChangesOptions): PageChanges => {
  /** A category is a search, so only the videos that its first page shows are known: a deleted one is not noticed. */
  const searchChange = async (search: string) => {
    const { ids } = index.page({ search, order: 'newest', page: 1, limit: videosPerPage });
    return ids.length > 0 ? read((db) => lastEditOf(db, ids)) : undefined;
  };

  return {
    ofNames: (kind) => read((db) => nameChanges(db, kind)),
    ofFixedPages: async () => {
      const [videos, texts] = await Promise.all([read(categoryChanges), read(listTextChanges)]);
      const anyVideo = latest(videos.values());
      const changes = new Map<string, Time>(['/', '/tags', '/pornstars', '/archive'].map((path) => [path, anyVideo]));
      for (const [path, { category }] of Object.entries(audienceLists)) {
        if (byViews.includes(path)) continue;
        const text = texts.get(listKey({ kind: 'list', name: path.slice(1) }));
        changes.set(path, latest([category === '' ? anyVideo : videos.get(category), text]));
      }
      for (const { slug, word } of categoryPages) {
        const text = texts.get(listKey({ kind: 'category', name: slug }));
        changes.set(`/category/${slug}`, latest([await searchChange(word), text]));
      }
      return new Map([...changes].flatMap(([path, time]) => (time ? [[path, time]] : [])));
    },
  };
};
