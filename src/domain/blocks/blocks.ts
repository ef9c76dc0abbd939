import { type RawBuilder, sql } from 'kysely';
import { caseIdIn, caseNumber } from '#contract/values/cases.ts';
import { slugOf } from '#contract/values/names.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { containsWords } from '#domain/paged-search.ts';
import { readMirrors } from '#domain/stay-down/kept-links.ts';
import { hostIn, storedForms, withMirrors } from './blocked-hosts.ts';

export type BlockKind = 'host' | 'performer' | 'partner';

export interface BlockTarget {
  kind: BlockKind;
  /** The host, or the name of the performer or partner. */
  name: string;
  performerId: number | null;
  partnerId: number | null;
}

const refuse = (message: string) => new ValidationError(message, { value: message });

const findPerformer = async (db: Db, text: string): Promise<BlockTarget> => {
  const slug = slugOf(text);
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from performers p
    where p.deleted_at is null and p.retired_at is null
      and (p.slug = ${slug} or exists (select from performer_aliases a where a.name_id = p.id and a.slug = ${slug}))
    order by p.slug = ${slug} desc limit 1`.execute(db);
  const [performer] = rows;
  if (!performer) throw refuse(`There is no star “${text}”.`);
  return { kind: 'performer', name: performer.name, performerId: performer.id, partnerId: null };
};

const findPartner = async (db: Db, text: string): Promise<BlockTarget> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from partners where deleted_at is null and (id::text = ${text} or lower(name) = lower(${text}))
    order by id::text = ${text} desc, id limit 2`.execute(db);
  const [partner, other] = rows;
  if (!partner) throw refuse(`There is no network “${text}”.`);
  if (other && String(partner.id) !== text) throw refuse(`Several networks are called “${text}”. Enter the id of one.`);
  return { kind: 'partner', name: partner.name, performerId: null, partnerId: partner.id };
};

/** Finds the target that an admin entered: a host or URL, the name of a performer, or the name or id of a partner. */
export const findTarget = async (db: Db, kind: BlockKind, value: string): Promise<BlockTarget> => {
  const text = value.trim();
  if (kind === 'performer') return findPerformer(db, text);
  if (kind === 'partner') return findPartner(db, text);
  const host = hostIn(text);
  if (!host) throw refuse('Enter a host such as example.com.');
  return { kind: 'host', name: host, performerId: null, partnerId: null };
};

export interface Block extends BlockTarget {
  id: number;
  reason: string;
  caseNumber: string | null;
  /** Number of matching posts when the block was made. */
  posts: number;
  held: number;
  createdAt: Date;
  createdBy: string;
  /** When all matching posts had been withheld; null before. */
  sweptAt: Date | null;
  liftedAt: Date | null;
  liftedBy: string | null;
  /** When all posts of a lifted block had been released; null before. */
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

const readBlock = async (db: Db, id: number): Promise<Block> => {
  const { rows } = await select(sql`where b.id = ${id}::bigint`).execute(db);
  if (!rows[0]) throw new NotFoundError('There is no such block.');
  return toBlock(rows[0]);
};

interface BlocksQuery {
  search: string;
  page: number;
  limit: number;
}

/** Active blocks first, each group newest first. */
export const readBlocks = async (db: Db, { search, page, limit }: BlocksQuery) => {
  const matches = search.trim() === '' ? sql`true` : containsWords(sql`concat_ws(' ', b.name, b.reason)`, search);
  const { rows } = await select(sql`where ${matches}
    order by b.lifted_at is not null, b.id desc limit ${limit} offset ${(page - 1) * limit}`).execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::integer as total from blocks b where ${matches}`.execute(db);
  return { blocks: rows.map(toBlock), total: counts[0]?.total ?? 0 };
};

export const isBlocked = async (db: Db, { kind, name, performerId, partnerId }: BlockTarget): Promise<boolean> => {
  const { rows } = await sql`
    select from blocks where lifted_at is null and kind = ${kind}
      and (kind <> 'host' or name = ${name})
      and performer_id is not distinct from ${performerId}::bigint and partner_id is not distinct from ${partnerId}::bigint`.execute(
    db,
  );
  return rows.length > 0;
};

type Matches = RawBuilder<{ id: number }>;

/** Like reverse() in the database. */
const reversed = (text: string) => [...text].reverse().join('');

/** Reversed host names make subdomains an index range: '/' follows '.' in byte order. */
const withHost = (column: 'link' | 'iframe_url') => {
  const url = sql.ref(column);
  const host = sql`reverse(link_host(${url})) collate "C"`;
  return sql`
    select id from videos where ${url} <> '' and ${host} = wanted.name
    union all
    select id from videos where ${url} <> '' and ${host} >= wanted.name || '.' and ${host} < wanted.name || '/'`;
};

const postsOfHosts = (hosts: readonly string[]): Matches => sql`
  select distinct found.id from unnest(${sql.val(hosts.map(reversed))}::text[]) as wanted(name)
  cross join lateral (${withHost('link')} union all ${withHost('iframe_url')}) as found
  union select id from videos where links <> '{}' and link_hosts(links) && ${sql.val(hosts)}::text[]`;

/** Selects the ids of all posts of a host, performer or partner in any state, including deleted ones. */
export const matchingPosts = async (db: Db, target: BlockTarget): Promise<Matches> => {
  if (target.kind === 'performer')
    return sql`select video_id as id from video_performers where performer_id = ${target.performerId}`;
  if (target.kind === 'partner') return sql`select id from videos where partner_id = ${target.partnerId}`;
  const hosts = withMirrors(target.name, await readMirrors(db));
  return postsOfHosts(hosts.flatMap(storedForms));
};

export const countPosts = async (db: Db, target: BlockTarget): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (${await matchingPosts(db, target)}) as matching
    join videos using (id) where deleted_at is null`.execute(db);
  return rows[0]?.count ?? 0;
};

interface NewBlock {
  kind: BlockKind;
  value: string;
  reason: string;
  caseNumber?: string | undefined;
}

const findCaseId = async (tx: Tx, number: string | undefined): Promise<number | null> => {
  if (!number?.trim()) return null;
  const found = await tx
    .selectFrom('cases')
    .select('id')
    .where('id', '=', caseIdIn(number) ?? 0)
    .executeTakeFirst();
  const message = `There is no case ${number.trim()}.`;
  if (!found) throw new ValidationError(message, { caseNumber: message });
  return found.id;
};

/** Hides the name of a performer, or the entry and logo of a partner, at once. Posts follow in batches. */
export const setBlocked = async (
  tx: Tx,
  { performerId, partnerId }: BlockTarget,
  isBlocked: boolean,
): Promise<void> => {
  const blocked = { blocked_at: isBlocked ? sql<Date>`now()` : null };
  if (performerId !== null) await tx.updateTable('performers').set(blocked).where('id', '=', performerId).execute();
  if (partnerId !== null) await tx.updateTable('partners').set(blocked).where('id', '=', partnerId).execute();
};

/** Blocks a host, performer or partner. Call runDue() of the block runner afterwards, so that withholding starts at once. */
export const makeBlock = async (
  db: Db,
  actor: Actor,
  { kind, value, reason, caseNumber }: NewBlock,
): Promise<Block> => {
  const target = await findTarget(db, kind, value);
  try {
    return await db.transaction().execute(async (tx) => {
      await assertCanBeHidden(tx);
      const { name, performerId, partnerId } = target;
      const { id } = await tx
        .insertInto('blocks')
        .values({
          kind,
          name,
          performer_id: performerId,
          partner_id: partnerId,
          reason: reason.trim(),
          case_id: await findCaseId(tx, caseNumber),
          posts: await countPosts(tx, target),
          created_by: actor.admin,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setBlocked(tx, target, true);
      const block = await readBlock(tx, id);
      const after = { name, kind, reason: block.reason, case: block.caseNumber, posts: block.posts };
      await recordChange(tx, actor, { action: 'create', entity: 'block', entityId: id, after });
      return block;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`“${target.name}” is already blocked.`);
    throw error;
  }
};

/** Lifts a block. Its posts return in batches, unless something else withholds them. */
export const liftBlock = (db: Db, actor: Actor, id: number): Promise<Block> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('blocks').select('id').where('id', '=', id).forUpdate().execute();
    const before = await readBlock(tx, id);
    if (before.liftedAt) throw new ConflictError(`The block of “${before.name}” has already been lifted.`);
    await tx
      .updateTable('blocks')
      .set({ lifted_at: sql<Date>`now()`, lifted_by: actor.admin })
      .where('id', '=', id)
      .execute();
    await setBlocked(tx, before, false);
    const { name, kind, reason, held } = before;
    await recordChange(tx, actor, {
      action: 'release',
      entity: 'block',
      entityId: id,
      before: { name, kind, reason, posts: held },
    });
    return readBlock(tx, id);
  });
