import type {
  SearchRedirectRecord,
  Suggestion,
  SynonymRecord,
  searchLogRoutes,
  searchRedirectRoutes,
  searchRoutes,
  synonymRoutes,
} from '#contract/search.ts';
import { suggestionLimits, titleSearch } from '#contract/values/lists.ts';
import { displayNameOf } from '#contract/values/names.ts';
import { videoPath } from '#contract/values/urls.ts';
import { readMatcher } from '#domain/listing-rules/prohibited-terms.ts';
import type { IndexedName, Video } from '#domain/search/catalogue-index.ts';
import { allRedirects, ownPath, redirects, type SearchRedirect } from '#domain/searches/redirects.ts';
import { foldSearch, hasResults, readSearches } from '#domain/searches/search-log.ts';
import { allSynonyms, type SynonymGroup, synonymKey, synonyms } from '#domain/searches/synonyms.ts';
import { directoryHandlers } from './directory.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { pageOf, paginationOf } from './http/pagination.ts';
import { isProhibitedSearch } from './narrowed-list.ts';
import { withIsoTimes } from './records/wire-values.ts';

const suggestedTag = (tag: IndexedName): Suggestion => ({
  text: displayNameOf('tag', tag),
  type: 'tag',
  slug: tag.slug,
});

const suggestedPerformers = async (
  { profiles, pictureUrls }: ApiContext,
  performers: IndexedName[],
): Promise<Suggestion[]> => {
  const pictures = await pictureUrls();
  const found = await profiles.bySlugs(performers.map(({ slug }) => slug));
  return performers.map((performer) => {
    const imageUrl = found.get(performer.slug)?.imageUrl;
    const picture = imageUrl && pictures.of('performer', performer.slug, imageUrl);
    return {
      text: displayNameOf('performer', performer),
      type: 'star',
      slug: performer.slug,
      ...(imageUrl ? { imageUrl } : {}),
      ...(picture ? { picture } : {}),
    };
  });
};

const suggestedVideo = ({ id, title }: Video): Suggestion => ({
  text: title,
  type: 'video',
  slug: videoPath(id, title).slice('/video/'.length),
});

/** Nearly every title has a word that begins with any single letter. */
const minTitleLetters = 2;

export const searchHandlers = (context: ApiContext): HandlersOf<keyof typeof searchRoutes> => {
  const { index, videos } = context;

  const titled = async (typed: string, limit: number) => {
    if (typed.trim().length < minTitleLetters || limit === 0) return [];
    const found = index.page({ search: titleSearch(typed), order: 'best', page: 1, limit });
    // These match only by tag or performer, which are already suggested, or without some of the words.
    return found.searchedEverywhere || found.droppedWords ? [] : videos.byIds(found.ids);
  };

  return {
    suggest: async ({ query }) => {
      if (await isProhibitedSearch(context, query.q)) return { success: true, suggestions: [] };
      const { tags, performers } = index.suggest(query.q);
      const room = suggestionLimits.total - tags.length - performers.length;
      const [stars, matches] = await Promise.all([suggestedPerformers(context, performers), titled(query.q, room)]);
      return { success: true, suggestions: [...tags.map(suggestedTag), ...stars, ...matches.map(suggestedVideo)] };
    },
    getNamesInSearch: async ({ query }) => {
      if (await isProhibitedSearch(context, query.search)) return { success: true, names: [] };
      const { tags, performers } = index.namesInSearch(query.search);
      const stars = await suggestedPerformers(context, performers);
      return { success: true, names: [...stars, ...tags.map(suggestedTag)] };
    },
  };
};

const toSearchRedirectRecord = ({ id, ...record }: SearchRedirect): SearchRedirectRecord => ({
  _id: String(id),
  ...withIsoTimes(record),
});

export const searchRedirectHandlers = (context: ApiContext): HandlersOf<keyof typeof searchRedirectRoutes> => {
  const { db, siteUrl } = context;
  const { add, update, remove } = directoryHandlers(db, redirects, toSearchRedirectRecord);
  return {
    findSearchRedirect: async ({ query }) => {
      if (await isProhibitedSearch(context, query.q)) return { success: true, path: null };
      const paths = await context.searchRedirects();
      return { success: true, path: paths.get(foldSearch(query.q)) ?? null };
    },
    getSearchRedirects: async ({ query }) => {
      const search = foldSearch(query.search);
      const found = (await allRedirects(db)).filter(({ text, path }) => text.includes(search) || path.includes(search));
      return {
        success: true,
        redirects: pageOf(found, query).map(toSearchRedirectRecord),
        pagination: paginationOf(found.length, query),
      };
    },
    addSearchRedirect: async (call) => {
      const { text, path } = call.body;
      return { success: true, redirect: await add(call, { text, path: ownPath(path, siteUrl) }) };
    },
    updateSearchRedirect: async (call) => {
      const { text, path } = call.body;
      const changes = { text, path: path === undefined ? undefined : ownPath(path, siteUrl) };
      return { success: true, redirect: await update(call, changes) };
    },
    deleteSearchRedirect: remove,
  };
};

const toSynonymRecord = ({ id, ...record }: SynonymGroup): SynonymRecord => ({
  _id: String(id),
  ...withIsoTimes(record),
});

export const synonymHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof synonymRoutes> => {
  const { add, update, remove } = directoryHandlers(db, synonyms, toSynonymRecord);
  return {
    getSynonyms: async ({ query }) => {
      const search = synonymKey(query.search);
      const found = (await allSynonyms(db)).filter(({ words }) =>
        words.some((word) => synonymKey(word).includes(search)),
      );
      return {
        success: true,
        synonyms: pageOf(found, query).map(toSynonymRecord),
        pagination: paginationOf(found.length, query),
      };
    },
    addSynonym: async (call) => ({ success: true, synonym: await add(call, call.body) }),
    updateSynonym: async (call) => {
      const { version, ...changes } = call.body;
      return { success: true, synonym: await update(call, changes) };
    },
    deleteSynonym: remove,
  };
};

export const searchLogHandlers = ({ db, index }: ApiContext): HandlersOf<keyof typeof searchLogRoutes> => ({
  getSearches: async ({ query }) => {
    const [{ searches, total }, redirects, groups] = await Promise.all([
      readSearches(db, query),
      allRedirects(db),
      allSynonyms(db),
    ]);
    const matcher = await readMatcher(db);
    const redirectOf = new Map(redirects.map((redirect) => [redirect.text, toSearchRedirectRecord(redirect)]));
    const groupsOf = Map.groupBy(
      groups.flatMap((group) => group.words.map((word) => ({ key: synonymKey(word), group }))),
      ({ key }) => key,
    );
    return {
      success: true,
      // It may have been counted while the term was being added.
      searches: searches
        .filter(({ text }) => !matcher.find(text))
        .map((search) => {
          const redirect = redirectOf.get(search.text) ?? null;
          const synonyms = (groupsOf.get(synonymKey(search.text)) ?? []).map(({ group }) => toSynonymRecord(group));
          return { ...search, redirect, synonyms, findsNow: redirect !== null || hasResults(index, search.text) };
        }),
      pagination: paginationOf(total, query),
    };
  },
});
