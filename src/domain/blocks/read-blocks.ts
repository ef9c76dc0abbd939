import { type RawBuilder, sql } from 'kysely';
import { caseNumber } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';
import { NotFoundError } from '#domain/errors.ts';
import { containsWords } from '#domain/paged-search.ts';
import type { BlockTarget } from './block-target.ts';

export interface Block extends BlockTarget {
  id: number;
  reason: string;
  caseNumber: string | null;
  /** How many posts there were of it when it was made. */
  posts: number;
  /** How many it withholds now. */
  held: number;
  createdAt: Date;
  createdBy: string;
  /** Null until no post was left to withhold. */
  sweptAt: Date | null;
  liftedAt: Date | null;
  liftedBy: string | null;
  /** Null until all of its posts were released. */
  releasedAt: Date | null;
}

type Row = Omit<Block, 'caseNumber'> & { caseId: number | null; receivedAt: Date | null };

const select = (rest: RawBuilder<unknown>) => sql<Row>`
  select b.id, b.kind, b.name, b.performer_id as "performerId", b.partner_id as "partnerId", b.reason, b.posts,
    (select count(*)::integer from video_holds h where h.block_id = b.id) as held,
    b.case_id as "caseId", c.received_at as "receivedAt", b.created_at as "createdAt", b.created_by as "createdBy",
    b.swept_at as "sweptAt", b.lifted_at as "liftedAt", b.lifted_by as "liftedBy", b.released_at as "releasedAt"
  from blocks b left join cases c on c.id = b.case_id ${rest}`;

const toBlock = ({ caseId, receivedAt, ...row }: Row): Block => ({
  ...row,
  caseNumber: caseId !== null && receivedAt ? caseNumber({ id: caseId, receivedAt }) : null,
});

export const readBlock = async (db: Db, id: number): Promise<Block> => {
  const { rows } = await select(sql`where b.id = ${id}::bigint`).execute(db);
  if (!rows[0]) throw new NotFoundError('There is no such block.');
  return toBlock(rows[0]);
};

interface BlocksQuery {
  search: string;
  page: number;
  limit: number;
}

/** Those in force first, the newest of them first. */
export const readBlocks = async (db: Db, { search, page, limit }: BlocksQuery) => {
  const matches = search.trim() === '' ? sql`true` : containsWords(sql`concat_ws(' ', b.name, b.reason)`, search);
  const { rows } = await select(sql`where ${matches}
    order by b.lifted_at is not null, b.id desc limit ${limit} offset ${(page - 1) * limit}`).execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from blocks b where ${matches}`.execute(db);
  return { blocks: rows.map(toBlock), total: counts[0]?.total ?? 0 };
};

/** Whether a block of it is in force. */
export const isBlocked = async (db: Db, { kind, name, performerId, partnerId }: BlockTarget): Promise<boolean> => {
  const { rows } = await sql`
    select from blocks where lifted_at is null and kind = ${kind}
      and (kind <> 'host' or name = ${name})
      and performer_id is not distinct from ${performerId}::bigint and partner_id is not distinct from ${partnerId}::bigint`.execute(
    db,
  );
  return rows.length > 0;
};
