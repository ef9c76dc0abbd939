import type { Category } from '#contract/values/categories.ts';
import {
  type Hidden,
  hiddenIn,
  maxHidden,
  maxNarrowingNames,
  maxVideosForVisitors,
  type NameRef,
  nameRefsIn,
  nameRefText,
  withoutTitlePrefix,
} from '#contract/values/lists.ts';
import { displayNameOf } from '#contract/values/names.ts';
import type { Facets, VideoList, videoRoutes } from '#contract/videos.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { ValidationError } from '#domain/errors.ts';
import { matcherOf } from '#domain/listing-rules/prohibited-terms.ts';
import type { CatalogueIndex, Filter, Order } from '#domain/search/catalogue-index.ts';
import type { ApiContext, Call } from './http/call.ts';
import { toVideoList } from './records/video.ts';

/** Whether a visitor searches for something that may never be listed. Admins need to find such posts. */
export const isProhibitedSearch = async (
  { storedSettings }: Pick<ApiContext, 'storedSettings'>,
  text: string,
  session?: Session,
): Promise<boolean> => {
  if (text === '' || session) return false;
  return matcherOf(await storedSettings()).find(withoutTitlePrefix(text)) !== undefined;
};

/** An empty list that points to the page with help. */
export const helpInstead = (page: number): VideoList => ({
  records: [],
  totalPages: 0,
  currentPage: page,
  totalRecords: 0,
  notice: 'help',
});

/** Enforces the lower limit of visitors. The contract also allows the longer lists of admins. */
export const checkVideoLimit = (limit: number, session: Session | undefined) => {
  if (limit > maxVideosForVisitors && !session)
    throw new ValidationError(`limit must be a whole number from 1 to ${maxVideosForVisitors}.`);
};

interface NarrowingQuery extends Record<'category' | 'with' | 'without' | 'hide', string> {
  duration: NonNullable<Filter['duration']> | '';
  age: NonNullable<Filter['age']> | '';
}

const namesIn = (list: string, parameter: string) => {
  const names = nameRefsIn(list);
  const known = names.filter((name) => name !== undefined);
  if (known.length === names.length) return known;
  throw new ValidationError(`${parameter} must be a comma-separated list of tags, or of performers as performer:name.`);
};

/** What the visitor has hidden. */
export const hiddenOf = (list: string): Hidden | undefined => {
  if (list === '') return undefined;
  const hidden = hiddenIn(list);
  if (hidden) return hidden;
  throw new ValidationError(
    `hide must be a comma-separated list of at most ${maxHidden} tags, performers as performer:name and videos as video:id.`,
  );
};

const narrowingOf = (query: NarrowingQuery): Filter => {
  const [wanted, unwanted] = [namesIn(query.with, 'with'), namesIn(query.without, 'without')];
  if (wanted.length + unwanted.length > maxNarrowingNames)
    throw new ValidationError(`with and without may have at most ${maxNarrowingNames} tags and performers in total.`);
  return {
    category: query.category || undefined,
    duration: query.duration || undefined,
    age: query.age || undefined,
    with: wanted,
    without: unwanted,
    hidden: hiddenOf(query.hide),
  };
};

type Index = Pick<CatalogueIndex, 'facets' | 'findName' | 'suggest'>;

/** Like the index, falls back from a tag to a performer: visitors who type a name don't specify its kind. */
const knownName = (index: Index, { kind, slug }: NameRef) =>
  [kind, 'performer' as const]
    .map((each) => ({ kind: each, found: index.findName(each, slug) }))
    .find(({ found }) => found !== undefined);

const nameOf = (index: Index, { kind, slug }: NameRef) => {
  const known = knownName(index, { kind, slug });
  return displayNameOf(known?.kind ?? kind, known?.found ?? { slug, name: slug });
};

const maxSimilarNames = 3;

const similarNames = (index: Index, { slug }: NameRef) => {
  const { tags, performers } = index.suggest(slug);
  return [
    ...tags.map((tag) => ({ ref: tag.slug, name: displayNameOf('tag', tag) })),
    ...performers.map((star) => ({
      ref: nameRefText({ kind: 'performer', slug: star.slug }),
      name: displayNameOf('performer', star),
    })),
  ].slice(0, maxSimilarNames);
};

const unknownNames = (index: Index, named: readonly NameRef[]): Pick<Facets, 'unknownNames'> => {
  const unknown = named.filter((name) => knownName(index, name) === undefined);
  if (unknown.length === 0) return {};
  return { unknownNames: Object.fromEntries(unknown.map((name) => [nameRefText(name), similarNames(index, name)])) };
};

/** Whoever stores or compares names needs to know which of them stand for a performer. */
const resolvedNames = (index: Index, named: readonly NameRef[]): Pick<Facets, 'resolvedNames'> => {
  const resolved = named.flatMap((name) => {
    const kind = knownName(index, name)?.kind ?? name.kind;
    return kind === name.kind ? [] : [[nameRefText(name), nameRefText({ ...name, kind })]];
  });
  return resolved.length === 0 ? {} : { resolvedNames: Object.fromEntries(resolved) };
};

/** The facets of a list. Lists of one category have no category facets. */
const toFacets = (index: Index, filter: Filter, isOfCategory: boolean): Facets => {
  const { tags, performers, durations, ages, categories } = index.facets(filter);
  const named = [...(filter.with ?? []), ...(filter.without ?? [])];
  return {
    durations,
    ages,
    ...(isOfCategory ? {} : { categories }),
    tags: tags.map((tag) => ({ ...tag, name: nameOf(index, { kind: 'tag', slug: tag.slug }) })),
    performers: performers.map((star) => ({ ...star, name: nameOf(index, { kind: 'performer', slug: star.slug }) })),
    names: Object.fromEntries(named.map((name) => [nameRefText(name), nameOf(index, name)])),
    ...resolvedNames(index, named),
    ...unknownNames(index, named),
  };
};

type ListQuery = Omit<Call<(typeof videoRoutes)['getPosts']>['query'], 'search' | 'exact'> & {
  search?: string;
  exact?: boolean;
};

interface OwnList {
  order: Order;
  tag?: string;
  performer?: string;
  category?: Category | undefined;
}

const wordsOf = (slug = '') => slug.replaceAll('-', ' ');

/** A page of a list, sorted and narrowed by its query, with facets if requested. */
export const narrowedList = async (
  context: ApiContext,
  { query, session }: { query: ListQuery; session: Session | undefined },
  { order, category, ...own }: OwnList,
): Promise<VideoList> => {
  checkVideoLimit(query.limit, session);
  const { search = '', exact = false, page, limit } = query;
  const asked = [search, wordsOf(own.tag), wordsOf(own.performer), query.with].filter(Boolean).join('\n');
  if (await isProhibitedSearch(context, asked, session)) return helpInstead(page);
  const narrowing = narrowingOf(query);
  // No video has two categories.
  if (category && narrowing.category && narrowing.category !== category)
    return toVideoList(context, { ids: [], total: 0 }, query);
  const filter = { ...narrowing, ...own, search, exact, category: category ?? narrowing.category };
  const found = context.index.page({ ...filter, order: query.sort || order, page, limit });
  const facets = query.facets ? toFacets(context.index, filter, category !== undefined) : undefined;
  return toVideoList(context, found, query, facets);
};
