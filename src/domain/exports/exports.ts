import type { Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import type { ExportFormat } from '#contract/values/exports.ts';
import { displayNameOf, type NameKind } from '#contract/values/names.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import {
  type QueuedCase,
  type QueueFilter,
  queueCondition,
  selectCases,
  withOtherCounts,
} from '#domain/cases/case-queue.ts';
import { isLive, nameTables } from '#domain/catalogue/tags-and-performers.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { batchesById } from '#domain/paged-search.ts';
import { type Partner, type PartnerFilter, partnersMatching, selectPartners } from '#domain/partners/partners.ts';
import { type ListedPost, listedPostsByIds } from '#domain/posts/post-list.ts';

/** Each running export keeps its ids in memory and reads from the database. */
const maxPerAdmin = 2;
const retryAfterSeconds = 30;

/** Limits how many exports each admin may run at once on this node. */
export const createExportSlots = () => {
  const running = new Map<number, number>();
  const countOf = (adminId: number) => running.get(adminId) ?? 0;
  const release = (adminId: number) => {
    const left = countOf(adminId) - 1;
    if (left > 0) running.set(adminId, left);
    else running.delete(adminId);
  };
  return {
    /** Starts an export if the admin has a free slot, which is released when the stream closes. */
    hold: async (adminId: number, start: () => Promise<Readable>): Promise<Readable> => {
      if (countOf(adminId) >= maxPerAdmin)
        throw new TooManyRequestsError(
          'Two of your exports are already running. Wait for one of them to finish.',
          retryAfterSeconds,
        );
      // Take the slot before the first await, or concurrent calls could take the same one.
      running.set(adminId, countOf(adminId) + 1);
      try {
        const file = await start();
        return file.once('close', () => release(adminId));
      } catch (error) {
        release(adminId);
        throw error;
      }
    },
  };
};

interface ExportRecord {
  /** What is exported, such as 'posts'. */
  name: string;
  format: ExportFormat;
  /** The filter as a query string. Blank for everything. */
  filter: string;
  /** Undefined if counting would take as long as the export. */
  count: number | undefined;
}

/** Call it before sending anything, so that no export is missing from the audit log. */
export const recordExport = (db: Db, actor: Actor, { name, format, filter, count }: ExportRecord): Promise<void> =>
  recordChange(db, actor, {
    action: 'export',
    entity: 'list',
    entityId: 0,
    after: { name, format, ...(filter === '' ? {} : { filter }), ...(count === undefined ? {} : { count }) },
  });

const batchSize = 500;

async function* inBatches<Key, Row>(
  keys: readonly Key[],
  read: (batch: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let at = 0; at < keys.length; at += batchSize) yield await read(keys.slice(at, at + batchSize));
}

const byId = <Row extends { id: number }>(read: (after: number, limit: number) => Promise<Row[]>) =>
  batchesById(batchSize, read);

/** A post with the display names of its tags and performers. */
export interface ExportedPost extends ListedPost {
  tagNames: string[];
  performerNames: string[];
}

const namesOf = async (db: Db, kind: NameKind, slugs: string[]) => {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from ${sql.table(nameTables[kind].table)} where slug = any(${sql.val([...new Set(slugs)])}::text[])`.execute(
    db,
  );
  const names = new Map(rows.map((row) => [row.slug, displayNameOf(kind, row)]));
  return (slug: string) => names.get(slug) ?? slug;
};

const readPosts = async (db: Db, ids: readonly number[]): Promise<ExportedPost[]> => {
  const posts = await listedPostsByIds(db, ids);
  const [tagName, performerName] = await Promise.all([
    namesOf(
      db,
      'tag',
      posts.flatMap(({ tags }) => tags),
    ),
    namesOf(
      db,
      'performer',
      posts.flatMap(({ performers }) => performers),
    ),
  ]);
  return posts.map((post) => ({
    ...post,
    tagNames: post.tags.map(tagName),
    performerNames: post.performers.map(performerName),
  }));
};

/** Skips posts that are deleted meanwhile. */
export const exportedPosts = (db: Db, ids: readonly number[]): AsyncGenerator<ExportedPost[]> =>
  inBatches(ids, (batch) => readPosts(db, batch));

/** All posts that aren't deleted, in any state, oldest first. */
export async function* everyPost(db: Db): AsyncGenerator<ExportedPost[]> {
  const idBatches = byId((after, limit) =>
    db
      .selectFrom('videos')
      .select('id')
      .where('id', '>', after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
  for await (const rows of idBatches)
    yield await readPosts(
      db,
      rows.map(({ id }) => id),
    );
}

export interface ExportedName {
  id: number;
  slug: string;
  /** The display name. */
  name: string;
  imageUrl: string;
  description: string;
  /** Null for tags. */
  category: Category | null;
  aliases: string[];
  createdAt: Date;
  updatedAt: Date;
}

const categoryOf = { tag: sql`null`, performer: sql`n.category` };
/** Blocked performers have no pages. */
const isShown = { tag: sql`true`, performer: sql`n.blocked_at is null` };

const selectNames = async (db: Db, kind: NameKind, which: RawBuilder<unknown>): Promise<ExportedName[]> => {
  const { table, aliases } = nameTables[kind];
  const { rows } = await sql<ExportedName>`
    select n.id, n.slug, n.name, n.image_url as "imageUrl", n.description, ${categoryOf[kind]} as category,
      array(select a.name from ${sql.table(aliases)} a where a.name_id = n.id order by a.slug collate "C") as aliases,
      n.created_at as "createdAt", n.updated_at as "updatedAt"
    from ${sql.table(table)} n
    where ${isLive(kind)} and n.merged_into is null and ${isShown[kind]} and ${which}`.execute(db);
  return rows.map((row) => ({ ...row, name: displayNameOf(kind, row) }));
};

/** In the given order. Skips names that are deleted meanwhile. */
export const exportedNames = (db: Db, kind: NameKind, slugs: readonly string[]): AsyncGenerator<ExportedName[]> =>
  inBatches(slugs, async (batch) => {
    const rows = await selectNames(db, kind, sql`n.slug = any(${sql.val(batch)}::text[])`);
    const bySlug = new Map(rows.map((row) => [row.slug, row]));
    return batch.flatMap((slug) => bySlug.get(slug) ?? []);
  });

export const everyName = (db: Db, kind: NameKind): AsyncGenerator<ExportedName[]> =>
  byId((after, limit) => selectNames(db, kind, sql`n.id > ${after} order by n.id limit ${limit}`));

export const everyPartner = (db: Db): AsyncGenerator<Partner[]> =>
  byId((after, limit) => selectPartners(db).where('id', '>', after).orderBy('id').limit(limit).execute());

/** Matching partners, oldest first. */
export const exportedPartners = (db: Db, filter: PartnerFilter): AsyncGenerator<Partner[]> =>
  byId((after, limit) => partnersMatching(db, filter).where('id', '>', after).orderBy('id').limit(limit).execute());

/** Matching cases, oldest first, and their number. */
export const exportedCases = async (
  db: Db,
  filter: QueueFilter,
): Promise<{ count: number; batches: AsyncGenerator<QueuedCase[]> }> => {
  const condition = await queueCondition(db, filter);
  const { rows } = await sql<{ count: number }>`select count(*) as count from cases c where ${condition}`.execute(db);
  const batches = byId(async (after, limit) => {
    const page = sql`select * from cases c where ${condition} and c.id > ${after}::bigint order by c.id limit ${limit}`;
    return withOtherCounts(db, (await selectCases(page, sql`c.id`).execute(db)).rows);
  });
  return { count: rows[0]?.count ?? 0, batches };
};
