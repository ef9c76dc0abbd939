import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { hasUrl } from './posts-of-link.ts';

/**
 * Forgets links that no post has any more; those that an admin ignores stay so. The prober does this once they are due, but after
 * an undone import that would be weeks later, and until then they would count as links to be checked.
 */
export const forgetLinks = async (tx: Tx, urls: readonly string[]): Promise<void> => {
  await sql`
    delete from link_checks where id in (
      select c.id from (select distinct unnest(${sql.val(urls)}::text[]) as url) as given
        join link_checks c on md5(c.url) = md5(given.url) and c.url = given.url
      where c.state <> 'ignored' and not exists (select from videos where ${hasUrl(sql<string>`c.url`)}))`.execute(tx);
};
