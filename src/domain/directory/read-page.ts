import type { SelectQueryBuilder } from 'kysely';
import type { Found } from './contains-words.ts';

/** A page of what a query selects, and how much that is altogether. */
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
