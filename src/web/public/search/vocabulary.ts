import { builtInTags } from '#contract/values/built-in-names.ts';
import { browserClient } from '../../browser-client.ts';
import { isApiError } from '../api-error.ts';
import { suggestionPerformers } from '../fallback-lists.ts';
import { type KnownName, knownPerformers, knownTags } from './known-names.ts';

/** Names that the search box suggests without a request. */
export interface Vocabulary {
  tags: KnownName[];
  performers: KnownName[];
}

const limit = 500;

/** An error response leaves its list empty; only a network failure falls back to the built-in names. */
const emptyOnErrorResponse = (error: unknown): KnownName[] => {
  if (isApiError(error)) return [];
  throw error;
};

const fetchVocabulary = async (): Promise<Vocabulary> => {
  try {
    const [tags, performers] = await Promise.all([
      browserClient
        .getTags({ query: { limit } })
        .then(({ tags, tagNames }) => knownTags(tags, tagNames), emptyOnErrorResponse),
      browserClient.getPornstars({ query: { limit, sort: 'count' } }).then(
        ({ pornstars, starNames }) =>
          knownPerformers(
            pornstars.map(({ name }) => name),
            starNames,
          ),
        emptyOnErrorResponse,
      ),
    ]);
    return { tags, performers };
  } catch (error) {
    console.error(error);
    return { tags: knownTags(builtInTags), performers: knownPerformers(suggestionPerformers) };
  }
};

let loaded: Promise<Vocabulary> | undefined;

/** Fetched once per visit and shared by all search boxes. */
export const loadVocabulary = () => {
  loaded ??= fetchVocabulary();
  return loaded;
};
