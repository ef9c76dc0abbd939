import type { synonymRoutes } from '#contract/synonyms.ts';
import { allSynonyms, synonymKey, synonyms } from '#domain/searches/synonyms.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { directoryHandlers } from './http/directory-handlers.ts';
import { pageOf, paginationOf } from './http/pagination.ts';
import { toSynonymRecord } from './records/synonym.ts';

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
