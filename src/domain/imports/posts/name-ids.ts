import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { findIds } from '#domain/catalogue/tags-and-performers.ts';
import type { ResolvedPost } from './resolve-posts.ts';

type Field = 'tags' | 'performers';

/** What most feeds have in all. */
const maxRemembered = 50_000;

/** Finds the ids of names. Rows of a feed have most of them in common, so what was found is remembered. */
export interface NameIds {
  /** By slug; names that don't exist yet are missing. */
  find: (db: Db, field: Field, namesBySlug: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, number>>;
  /** Whether the ids of posts still are those of names: they may have been merged or deleted since they were found. */
  areCurrent: (db: Db, posts: readonly ResolvedPost[]) => Promise<boolean>;
  forget: () => void;
}

const isGone = (field: Field) =>
  sql.raw(
    `merged_into is not null or retired_at is not null${field === 'performers' ? ' or deleted_at is not null' : ''}`,
  );

const areIdsCurrent = async (db: Db, field: Field, posts: readonly ResolvedPost[]) => {
  const ids = new Set(posts.flatMap(({ values }) => values[field].filter((id) => typeof id === 'number')));
  if (ids.size === 0) return true;
  const { rows } = await sql<{ current: number }>`
    select count(*) as current from unnest(${sql.val([...ids])}::integer[]) as given(id)
      cross join lateral (select from ${sql.table(field)} where id = given.id and not (${isGone(field)}) limit 1) as name`.execute(
    db,
  );
  return rows[0]?.current === ids.size;
};

export const createNameIds = (): NameIds => {
  const remembered = {
    tags: new LRUCache<string, number>({ max: maxRemembered }),
    performers: new LRUCache<string, number>({ max: maxRemembered }),
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
    areCurrent: async (db, posts) =>
      (await areIdsCurrent(db, 'tags', posts)) && (await areIdsCurrent(db, 'performers', posts)),
    forget: () => {
      remembered.tags.clear();
      remembered.performers.clear();
    },
  };
};
