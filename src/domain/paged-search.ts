import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { limits } from '#contract/values/fields.ts';

/** Further words are ignored. */
const maxWords = 10;

/** Whether a text contains all words of a search, ignoring case and accents (fold_text() in the database). */
export const containsWords = (text: RawBuilder<unknown>, search: string): RawBuilder<boolean> => {
  const words = search
    .slice(0, limits.search)
    .split(/[\s\0]+/)
    .filter(Boolean)
    .slice(0, maxWords);
  if (words.length === 0) return sql<boolean>`true`;
  return sql<boolean>`fold_text(${text}) like all (array(
    select '%' || regexp_replace(fold_text(word), '([%_\\\\])', '\\\\\\1', 'g') || '%' from unnest(${words}::text[]) as word))`;
};

export interface SearchedPage {
  page: number;
  limit: number;
  search: string;
}

export interface Found<Entity> {
  records: Entity[];
  total: number;
}

/** Keyset pagination by ascending id. Keeps no transaction open between batches, which would hold back VACUUM. */
export async function* batchesById<Row extends { id: number }>(
  batchSize: number,
  read: (after: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after, batchSize);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export const readPage = async <Database, Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
  { page, limit }: { page: number; limit: number },
): Promise<Found<Row>> => {
  const counted = await query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const records = await query
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { total: (counted as { total: number }).total, records: records as Row[] };
};
