import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '#db/database.ts';
import { findIds } from '#domain/catalogue/tags-and-performers.ts';
import type { ResolvedPost } from './resolve-posts.ts';

type Field = 'tags' | 'performers';

/** What most feeds have in all. */
const maxRemembered = 50_000;

/** Finds the ids of names. Rows of a feed have most of them in common, so what was found is remembered. */
export interface NameIds {
  /** By slug; names that don't exist yet are missing. */
  find: (db: Db, field: Field, namesBySlug: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, number>>;
  /**
   * Whether the ids of posts still are those of names: they may have been merged or deleted since they were found. With a lock, they
   * remain so until the transaction ends: who merges or deletes them waits, and then sees the posts.
   */
  areCurrent: (tx: Tx, posts: readonly ResolvedPost[], options: { lock: boolean }) => Promise<boolean>;
  forget: () => void;
}

const isGone = (field: Field) =>
  sql.raw(
    `merged_into is not null or retired_at is not null${field === 'performers' ? ' or deleted_at is not null' : ''}`,
  );

/** Locks in sorted order, so that concurrent transactions cannot deadlock. */
const areIdsCurrent = async (tx: Tx, field: Field, posts: readonly ResolvedPost[], lock: boolean) => {
  const ids = new Set(posts.flatMap(({ values }) => values[field].filter((id) => typeof id === 'number')));
  if (ids.size === 0) return true;
  const { rows } = await sql<{ current: number }>`
    with found as materialized (
      select name.is_gone from unnest(${sql.val([...ids].sort((a, b) => a - b))}::integer[]) as given(id)
        cross join lateral (
          select ${isGone(field)} as is_gone from ${sql.table(field)} where id = given.id limit 1 ${lock ? sql`for share` : sql``}
        ) as name)
    select count(*) as current from found where not is_gone`.execute(tx);
  return rows[0]?.current === ids.size;
};

export const createNameIds = (): NameIds => {
  const remembered = {
    tags: new LRUCache<string, number>({ maxSize: maxRemembered, sizeCalculation: () => 1 }),
    performers: new LRUCache<string, number>({ maxSize: maxRemembered, sizeCalculation: () => 1 }),
  };

  const find: NameIds['find'] = async (db, field, namesBySlug) => {
    const ids = new Map<string, number>();
    const others = new Map<string, string>();
    for (const [slug, name] of namesBySlug) {
      const id = remembered[field].get(slug);
      if (id === undefined) others.set(slug, name);
      else ids.set(slug, id);
    }
    if (others.size === 0) return ids;
    const found = await findIds(db, field, others);
    for (const slug of others.keys()) {
      const id = found.get(slug);
      if (id === undefined) continue;
      remembered[field].set(slug, id);
      ids.set(slug, id);
    }
    return ids;
  };

  return {
    find,
    areCurrent: async (tx, posts, { lock }) =>
      (await areIdsCurrent(tx, 'tags', posts, lock)) && (await areIdsCurrent(tx, 'performers', posts, lock)),
    forget: () => {
      remembered.tags.clear();
      remembered.performers.clear();
    },
  };
};
