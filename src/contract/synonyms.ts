import { type Static, Type } from 'typebox';
import { directoryRoutes } from './directory-routes.ts';
import { NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { nonBlankLinePattern } from './values/text.ts';

export const SynonymRecord = Type.Object({
  _id: Id,
  words: Type.Array(Type.String(), { description: 'Words and phrases that find each other' }),
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type SynonymRecord = Static<typeof SynonymRecord>;

const fields = {
  words: Type.Array(
    Type.String({
      minLength: 1,
      maxLength: limits.synonyms.word,
      pattern: nonBlankLinePattern,
      label: 'word or phrase',
      invalid: 'Each word or phrase must be one line of text.',
    }),
    { maxItems: limits.synonyms.words, label: 'synonym', description: 'At least two that differ' },
  ),
};
const area = 'searches';

const { add, update, remove } = directoryRoutes({
  path: '/synonyms',
  area,
  fields,
  saved: Success({ synonym: SynonymRecord }),
  summaries: {
    add: 'Adds a group of words and phrases that find each other, at once in every process',
    update: 'Replaces the words of a group',
    remove: 'Deletes a group',
  },
});

export const synonymRoutes = defineRoutes({
  getSynonyms: {
    method: 'GET',
    path: '/synonyms',
    access: 'admin',
    area,
    summary: 'Lists the groups of words that find each other, newest first',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ synonyms: Type.Array(SynonymRecord), pagination: Pagination }),
  },
  addSynonym: add,
  updateSynonym: update,
  deleteSynonym: remove,
});
