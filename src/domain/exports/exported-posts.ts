import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { displayNameOf } from '#contract/values/names.ts';
import type { Db } from '#db/database.ts';
import { nameTables } from '#domain/catalogue/stored-names.ts';
import { type ListedPost, listedPostsByIds } from '#domain/posts/listed-posts.ts';
import { byId, inBatches } from './in-batches.ts';

/** A post with the names of its tags and performers as people read them. */
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

/** The posts with these ids; those that are deleted meanwhile are left out. */
export const exportedPosts = (db: Db, ids: readonly number[]): AsyncGenerator<ExportedPost[]> =>
  inBatches(ids, (batch) => readPosts(db, batch));

/** Every post that is not deleted, in any state, in the order in which they were added. */
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
