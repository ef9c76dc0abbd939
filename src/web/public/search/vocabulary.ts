import { browserClient } from '../../browser-client.ts';
import { isApiError } from '../api-error.ts';
import { suggestionPerformers, suggestionTags } from '../fallback-lists.ts';

/** The names that the search knows without asking. */
export interface Vocabulary {
  tags: string[];
  performers: string[];
}

const limit = 500;

/** An answer that says no leaves its list empty; only a call that never arrived brings in the built-in names. */
const emptyIfRefused = (error: unknown): string[] => {
  if (isApiError(error)) return [];
  throw error;
};

const fetchVocabulary = async (): Promise<Vocabulary> => {
  try {
    const [tags, performers] = await Promise.all([
      browserClient.getTags({ query: { limit } }).then((answer) => answer.tags, emptyIfRefused),
      browserClient
        .getPornstars({ query: { limit, sort: 'count' } })
        .then((answer) => answer.pornstars.map((star) => star.name.trim()), emptyIfRefused),
    ]);
    return { tags, performers };
  } catch (error) {
    console.error(error);
    return { tags: suggestionTags, performers: suggestionPerformers };
  }
};

let loaded: Promise<Vocabulary> | undefined;

/** Fetched once a visit, however many search boxes there are. */
export const loadVocabulary = () => {
  loaded ??= fetchVocabulary();
  return loaded;
};
