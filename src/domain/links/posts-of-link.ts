import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { recordChanges, system } from '#domain/audit-log.ts';
import { allLinks, playColumns } from '#domain/catalogue/links.ts';

/** Posts that have this link, exactly as it is written. */
export const hasUrl = (url: string | RawBuilder<string>) => sql<boolean>`(
  (link_key(link) = link_key(${url}::text) and link = ${url}::text and links = '{}')
  or (links <> '{}' and link_keys(links) @> array[link_key(${url}::text)] and ${url}::text = any(links)))`;

/** Whether the link matters to visitors: a post that is withheld is not asked for, and one that is deleted may come back. */
export const readUse = async (db: Db, url: string): Promise<'used' | 'resting' | 'unused'> => {
  const { rows } = await sql<{ isUsed: boolean }>`
    select deleted_at is null and state <> 'withheld' as "isUsed" from videos where ${hasUrl(url)}
    order by 1 desc limit 1`.execute(db);
  if (!rows[0]) return 'unused';
  return rows[0].isUsed ? 'used' : 'resting';
};

/** A post as its links are changed. */
export interface LinkedPost {
  id: number;
  title: string;
  state: string;
  link: string;
  links: string[];
  deadLinks: string[];
}

/** A link on more posts than this is an advertisement; the next probe goes on with the others. */
const maxPosts = 1000;

const lockPosts = async (tx: Tx, url: string, isDead: boolean): Promise<LinkedPost[]> => {
  const { rows } = await sql<LinkedPost>`
    select id, title, state, link, links, dead_links as "deadLinks" from videos
    where ${hasUrl(url)} and deleted_at is null and (${url}::text = any(dead_links)) is distinct from ${isDead}::boolean
    order by id limit ${maxPosts} for no key update`.execute(tx);
  return rows;
};

const reasonOf = (url: string, isDead: boolean) => (isDead ? `${url} is dead.` : `${url} works again.`);

/**
 * Says of a link of posts that it is dead, or not any more; then the first living one is where play leads. Versions stay: nobody
 * has edited these posts, and what undoes an import or a bulk change must not take them for edited. Returns the posts as they are now.
 */
export const markLink = async (tx: Tx, url: string, isDead: boolean): Promise<LinkedPost[]> => {
  const posts = await lockPosts(tx, url, isDead);
  const changed = posts.map((post) => {
    const dead = isDead ? [...post.deadLinks, url] : post.deadLinks.filter((each) => each !== url);
    const { link, dead_links } = playColumns(allLinks(post), dead);
    return { ...post, link, deadLinks: dead_links };
  });
  for (const { id, link, deadLinks } of changed)
    await tx.updateTable('videos').set({ link, dead_links: deadLinks }).where('id', '=', id).execute();
  const moved = changed.flatMap((post, at) => {
    const before = posts[at]?.link;
    return before === post.link ? [] : [{ ...post, before }];
  });
  await recordChanges(
    tx,
    system,
    moved.map(({ id, title, before, link }) => ({
      action: 'update',
      entity: 'video',
      entityId: id,
      before: { title, link: before },
      after: { title, link, reason: reasonOf(url, isDead) },
    })),
  );
  return changed;
};
