import { sql } from 'kysely';
import { limits } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { assertBelowLimit, createDirectory } from '#domain/directory/directory.ts';
import { ValidationError } from '#domain/errors.ts';
import { synonymListing } from '#domain/listing/listing.ts';
import { wordsOf } from '#domain/search/catalogue-index.ts';

/** Words and phrases that mean the same to a search. */
export interface SynonymGroup {
  id: number;
  words: string[];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns = ['id', 'words', 'version', 'created_at as createdAt', 'updated_at as updatedAt'] as const;

/** Newest first. */
export const allSynonyms = (db: Db): Promise<SynonymGroup[]> =>
  db.selectFrom('synonyms').select(columns).orderBy('id', 'desc').execute();

/** The normalized form by which words and phrases are compared. */
export const synonymKey = (member: string) => wordsOf(member).join(' ');

/** Keeps one spelling of each word or phrase. */
const distinctWords = (words: readonly string[]): string[] => {
  const byKey = new Map<string, string>();
  for (const word of words) {
    const tidy = word.trim().replace(/\s+/g, ' ');
    const key = synonymKey(tidy);
    if (key === '') throw wrongWords(`“${tidy}” has no letters or digits, so it cannot be searched for.`);
    if (!byKey.has(key)) byKey.set(key, tidy);
  }
  if (byKey.size < 2) throw wrongWords('Enter at least two different words or phrases.');
  return [...byKey.values()];
};

const wrongWords = (message: string) => new ValidationError(message, { words: message });

export const synonyms = createDirectory({
  entity: 'synonym',
  word: 'synonym',
  lock: (tx, id): Promise<SynonymGroup | undefined> =>
    tx
      .selectFrom('synonyms')
      .select(columns)
      .where('id', '=', sql<number>`${id}::bigint`)
      .forUpdate()
      .executeTakeFirst(),
  listing: (record) => synonymListing(record),
  insert: async (tx, { words }: { words: string[] }) => {
    const distinct = distinctWords(words);
    await assertBelowLimit(tx, 'synonyms', limits.synonyms.groups, 'synonyms');
    return tx.insertInto('synonyms').values({ words: distinct }).returning(columns).executeTakeFirstOrThrow();
  },
  update: (tx, id, { words }: { words?: string[] | undefined }, stamp) =>
    tx
      .updateTable('synonyms')
      .set({ ...(words ? { words: distinctWords(words) } : {}), ...stamp })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  remove: async (tx, actor, before) => {
    await tx.deleteFrom('synonyms').where('id', '=', before.id).execute();
    await recordChange(tx, actor, { action: 'delete', entity: 'synonym', entityId: before.id, before });
  },
});
