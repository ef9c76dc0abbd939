import type { ListTextRecord, listTextRoutes } from '#contract/page-texts.ts';
import { categoryPages, type FixedListPath, fixedLists } from '#contract/values/categories.ts';
import { slugOf } from '#contract/values/names.ts';
import type { ListKind } from '#contract/values/record-kinds.ts';
import { isBlank } from '#contract/values/text.ts';
import { NotFoundError } from '#domain/errors.ts';
import { type ListName, type ListText, listKey, noListText, saveListText } from '#domain/list-texts.ts';
import type { CatalogueIndex, Video } from '#domain/search/catalogue-index.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf } from './http/caller.ts';
import { withCurrentRecord } from './http/error-handler.ts';
import { pageOf, paginationOf } from './http/pagination.ts';
import { namedBySlug, visibleName } from './records/names.ts';

interface LabelledList extends ListName {
  label: string;
}

/** The lists that exist even in an empty catalogue. */
const permanentLists: Record<'list' | 'category', LabelledList[]> = {
  list: Object.entries(fixedLists).map(([path, { heading }]) => ({
    kind: 'list',
    name: path.slice(1),
    label: heading,
  })),
  category: categoryPages.map(({ slug, name }) => ({ kind: 'category', name: slug, label: name })),
};

const findList = (
  index: Pick<CatalogueIndex, 'findName' | 'countOf'>,
  kind: ListKind,
  name: string,
  isAdmin: boolean,
): LabelledList | undefined => {
  if (kind === 'list' || kind === 'category')
    return permanentLists[kind].find((list) => list.name === name.toLowerCase());
  const found = visibleName(index, kind, slugOf(name), isAdmin);
  return found && { kind, name: found.slug, label: found.name };
};

/** The filter for the videos of a list. */
const filterOf = ({ kind, name }: ListName) => {
  if (kind === 'tag') return { tag: name };
  if (kind === 'performer') return { performer: name };
  if (kind === 'list') return { category: fixedLists[`/${name}` as FixedListPath].category };
  return { search: categoryPages.find(({ slug }) => slug === name)?.word ?? name };
};

const toListTextRecord = (list: LabelledList, text: ListText): ListTextRecord => ({ ...list, ...text });

const listedVideo = (video: Video | undefined) =>
  video ? { _id: String(video.id), titel: video.title, createdAt: video.publishedAt.toISOString() } : null;

/** Treats text with only invisible characters as blank. */
const visibleText = (text: string) => (isBlank(text) ? '' : text.trim());

const hasText = ({ title, description, introduction }: ListText) => `${title}${description}${introduction}` !== '';

export const listTextHandlers = (context: ApiContext): HandlersOf<keyof typeof listTextRoutes> => {
  const { db, index } = context;

  const listOf = ({ kind, name }: { kind: LabelledList['kind']; name: string }, isAdmin: boolean): LabelledList => {
    const list = findList(index, kind, name, isAdmin);
    if (!list) throw new NotFoundError('There is no such list.');
    return list;
  };

  /** The lists with custom texts, by name. */
  const editedLists = (texts: ReadonlyMap<string, ListText>, kind: LabelledList['kind'], search: string) =>
    [...texts]
      .filter(([key, text]) => key.startsWith(`${kind}:`) && hasText(text))
      .flatMap(([key]) => findList(index, kind, key.slice(kind.length + 1), true) ?? [])
      .filter(({ label }) => label.toLowerCase().includes(search))
      .sort((a, b) => (a.name < b.name ? -1 : 1));

  const allLists = (kind: LabelledList['kind'], query: { search: string; page: number; limit: number }) => {
    if (kind === 'list' || kind === 'category') {
      const search = query.search.trim().toLowerCase();
      const found = permanentLists[kind].filter(({ label }) => label.toLowerCase().includes(search));
      return { items: pageOf(found, query), total: found.length };
    }
    const { items, total } = index[kind === 'tag' ? 'tags' : 'performers']({ ...query, sort: 'count' });
    return { items: items.flatMap(({ slug }) => findList(index, kind, slug, true) ?? []), total };
  };

  return {
    getListText: async ({ params, session }) => {
      const list = listOf(params, session !== undefined);
      const facts = index.listFacts(filterOf(list));
      const [videos, texts] = await Promise.all([
        context.videos.byIds(facts ? [facts.newest, facts.mostViewed] : []),
        context.listTexts(),
      ]);
      const named = (kind: 'tag' | 'performer', slugs: string[]) =>
        slugs.flatMap((slug) => namedBySlug(index, kind, slug) ?? []);
      return {
        success: true,
        text: toListTextRecord(list, texts.get(listKey(list)) ?? noListText),
        total: facts?.total ?? 0,
        newest: listedVideo(videos.find(({ id }) => id === facts?.newest)),
        mostViewed: listedVideo(videos.find(({ id }) => id === facts?.mostViewed)),
        isSampled: facts?.isSampled ?? false,
        tags: named('tag', facts?.tags ?? []),
        performers: named('performer', facts?.performers ?? []),
        ...(facts?.sameAsTag === undefined ? {} : { sameAsTag: facts.sameAsTag }),
      };
    },
    getListTexts: async ({ query }) => {
      const texts = await context.listTexts();
      const edited = query.edited ? editedLists(texts, query.kind, query.search.trim().toLowerCase()) : undefined;
      const { items, total } = edited
        ? { items: pageOf(edited, query), total: edited.length }
        : allLists(query.kind, query);
      return {
        success: true,
        texts: items.map((list) => toListTextRecord(list, texts.get(listKey(list)) ?? noListText)),
        pagination: paginationOf(total, query),
      };
    },
    saveListText: async (call) => {
      const list = listOf(call.params, true);
      const { version: expectedVersion, ...given } = call.body;
      const text = {
        title: visibleText(given.title),
        description: visibleText(given.description),
        introduction: visibleText(given.introduction),
      };
      const toRecord = (saved: ListText) => toListTextRecord(list, saved);
      const saving = saveListText(db, actorOf(call), { list, text, expectedVersion });
      return { success: true, text: toRecord(await withCurrentRecord(toRecord, saving)) };
    },
  };
};
