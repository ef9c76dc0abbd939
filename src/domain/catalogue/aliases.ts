import { sql } from 'kysely';
import { type NameKind, nameWords } from '#contract/values/name-kinds.ts';
import { restorableDays } from '#contract/values/retention.ts';
import type { Db, Tx } from '#db/database.ts';
import { ConflictError } from '#domain/errors.ts';
import { isLive, nameTables } from './stored-names.ts';

/** A former or other name. */
export interface Alias {
  slug: string;
  name: string;
}

/** The ids of the tags or performers that these slugs are aliases of. */
export const idsByAlias = async (db: Db, kind: NameKind, slugs: readonly string[]): Promise<Map<string, number>> => {
  const { table, aliases } = nameTables[kind];
  const { rows } = await sql<{ slug: string; id: number }>`
    select a.slug, n.id from ${sql.table(aliases)} a
      -- With a limit each is looked up by its key, whatever the statistics say.
      join lateral (select coalesce(n.merged_into, n.id) as id from ${sql.table(table)} n
        where n.id = a.name_id and ${isLive(kind)} limit 1) n on true
    where a.slug = any(${sql.val(slugs)}::text[])`.execute(db);
  return new Map(rows.map(({ slug, id }) => [slug, id]));
};

export const aliasesOf = async (db: Db, kind: NameKind, id: number): Promise<Alias[]> => {
  const { rows } = await sql<Alias>`
    select slug, name from ${sql.table(nameTables[kind].aliases)} where name_id = ${id} order by slug collate "C"`.execute(
    db,
  );
  return rows;
};

/** An alias of a name that nobody can use any more may be taken over. */
export const addAlias = (tx: Tx, kind: NameKind, id: number, { slug, name }: Alias) =>
  sql`insert into ${sql.table(nameTables[kind].aliases)} (slug, name, name_id) values (${slug}, ${name}, ${id})
    on conflict (slug) do update set name = excluded.name, name_id = excluded.name_id, created_at = now()`.execute(tx);

/** Whether the name had this alias. */
export const removeAlias = async (tx: Tx, kind: NameKind, id: number, slug: string): Promise<boolean> => {
  const { rows } = await sql`
    delete from ${sql.table(nameTables[kind].aliases)} where slug = ${slug} and name_id = ${id} returning slug`.execute(
    tx,
  );
  return rows.length > 0;
};

interface Holder {
  id: number;
  slug: string;
  name: string;
  isRetired: boolean;
  isAlias: boolean;
}

/** Who has a slug: as their own, or as an alias. */
const holderOf = async (tx: Tx, kind: NameKind, slug: string): Promise<Holder | undefined> => {
  const { table, aliases } = nameTables[kind];
  const present = kind === 'tag' ? sql`true` : sql`n.deleted_at is null`;
  const { rows } = await sql<Holder>`
    select n.id, n.slug, n.name, n.retired_at is not null as "isRetired", false as "isAlias"
    from ${sql.table(table)} n where n.slug = ${slug} and ${present}
    union all
    select n.id, n.slug, n.name, false, true from ${sql.table(aliases)} a
    join ${sql.table(table)} n on n.id = a.name_id where a.slug = ${slug} and ${isLive(kind)}
    order by "isRetired", "isAlias" limit 1`.execute(tx);
  return rows[0];
};

/** Refuses a slug that another tag or performer has; `current` of the error is what it could be merged with. */
export const assertFree = async (tx: Tx, kind: NameKind, { slug, name }: Alias, ownId?: number): Promise<void> => {
  const holder = await holderOf(tx, kind, slug);
  if (!holder || (holder.id === ownId && !holder.isRetired)) return;
  const word = nameWords[kind];
  if (holder.isAlias)
    throw new ConflictError(`“${name}” is another name of the ${word} “${holder.name}”. Split it off there first.`, {
      slug: holder.slug,
      name: holder.name,
    });
  if (holder.isRetired)
    throw new ConflictError(
      `The ${word} “${holder.name}” was deleted. Undo that in the history and merge both, choose another name, or wait until it is removed for good, ${restorableDays} days after it was deleted.`,
    );
  throw new ConflictError(`A ${word} with this name already exists.`, {
    slug: holder.slug,
    name: holder.name,
  });
};
