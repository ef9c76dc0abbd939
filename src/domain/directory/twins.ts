import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { linkForms } from '#domain/catalogue/links.ts';
import { ConflictError } from '#domain/errors.ts';
import { deletedKinds } from './directory.ts';

type DirectoryKind = 'networks' | 'channels' | 'terabox';

/** A website that was rejected may be sent again, and nobody sees it. */
const isTwin = {
  networks: sql`rejected_at is null`,
  channels: sql`true`,
  terabox: sql`true`,
};

/**
 * Finds another record of a directory that leads to the same place. URLs are compared as links of posts are: a closing slash, "www.", the
 * case of the host, the default port, the fragment and tracking make no difference (decision 083). One at a time, so that a record
 * that is sent twice at once is added once.
 */
export const findTwin = async (
  tx: Tx,
  kind: DirectoryKind,
  { id, url }: { id: number; url: string },
): Promise<string | undefined> => {
  const { table, name } = deletedKinds[kind];
  await sql`select pg_advisory_xact_lock(hashtext(${`marquee ${table}`}))`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    select ${sql.ref(name)} as name from ${sql.table(table)}
    where link_key(url) = any(array(select link_key(form) from unnest(${sql.val(linkForms(url))}::text[]) as form))
      and id <> ${id}::bigint and deleted_at is null and ${isTwin[kind]}
    order by id limit 1`.execute(tx);
  return rows[0]?.name;
};

/** Throws if another record of the directory leads to the same place. */
export const assertNoTwin = async (tx: Tx, kind: DirectoryKind, record: { id: number; url: string }): Promise<void> => {
  const twin = await findTwin(tx, kind, record);
  if (twin !== undefined)
    throw new ConflictError(`There is already a ${deletedKinds[kind].word} with this URL: “${twin}”.`);
};
