import { sql } from 'kysely';
import { asciiSlugOf, isNameSlug, type NameKind, nameWords, slugOf, tidyName } from '#contract/values/names.ts';
import { restorableDays } from '#contract/values/record-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';

export const nameTables = {
  tag: { table: 'tags', aliases: 'tag_aliases', links: 'video_tags', link: 'tag_id' },
  performer: {
    table: 'performers',
    aliases: 'performer_aliases',
    links: 'video_performers',
    link: 'performer_id',
  },
} as const satisfies Record<NameKind, object>;

/** The entity in the audit log. */
export const nameEntity = (kind: NameKind) => (kind === 'tag' ? 'tag' : 'star');

/** The condition for names that aren't retired or, if they are performers, deleted. */
export const isLive = (kind: NameKind, alias = 'n') =>
  kind === 'tag'
    ? sql<boolean>`${sql.ref(`${alias}.retired_at`)} is null`
    : sql<boolean>`${sql.ref(`${alias}.retired_at`)} is null and ${sql.ref(`${alias}.deleted_at`)} is null`;

export interface StoredName {
  id: number;
  slug: string;
  name: string;
  description: string;
  imageUrl: string;
  version: number;
}

interface LockedName extends StoredName {
  mergedInto: number | null;
}

const columns = sql`n.id, n.slug, n.name, n.description, n.image_url as "imageUrl", n.version`;

/** An alias with the number of posts that splitting it off can give back. */
interface ReadAlias extends Alias {
  posts: number;
}

export const readName = async (db: Db, kind: NameKind, slug: string) => {
  const { links, link } = nameTables[kind];
  const posts = sql`(select count(*) from ${sql.table(links)} l where l.${sql.ref(link)} = n.id and l.video_id = any(a.own_posts))
    + (select count(*) from videos v where v.id = any(a.shared_posts))`;
  const aliases = sql`(select coalesce(json_agg(json_build_object('slug', a.slug, 'name', a.name, 'posts', ${posts})
      order by a.slug collate "C"), '[]')
    from ${sql.table(nameTables[kind].aliases)} a where a.name_id = n.id)`;
  const { rows } = await sql<StoredName & { aliases: ReadAlias[] }>`
    select ${columns}, ${aliases} as aliases from ${sql.table(nameTables[kind].table)} n
    where n.slug = ${slug} and ${isLive(kind)}`.execute(db);
  return rows[0];
};

/** Locks tags or performers in the order of their ids, so that concurrent transactions cannot deadlock. */
export const lockNames = async (tx: Tx, kind: NameKind, slugs: readonly string[]): Promise<StoredName[]> => {
  const { rows } = await sql<LockedName>`
    select ${columns}, n.merged_into as "mergedInto" from ${sql.table(nameTables[kind].table)} n
    where n.slug = any(${sql.val(slugs)}::text[]) and ${isLive(kind)} order by n.id for update`.execute(tx);
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return slugs.map((slug) => {
    const found = bySlug.get(slug);
    if (!found) throw new NotFoundError(`The ${nameWords[kind]} “${slug}” no longer exists.`);
    const { mergedInto, ...stored } = found;
    if (mergedInto !== null) throw new ConflictError(`“${stored.name}” is being merged. Wait until that has finished.`);
    return stored;
  });
};

export const lockName = async (tx: Tx, kind: NameKind, slug: string): Promise<StoredName> => {
  const [name] = await lockNames(tx, kind, [slug]);
  return name as StoredName;
};

export interface Alias {
  slug: string;
  name: string;
}

/** Ids of the tags or performers that have these aliases, by alias. */
const idsByAlias = async (db: Db, kind: NameKind, slugs: readonly string[]): Promise<Map<string, number>> => {
  const { table, aliases } = nameTables[kind];
  const { rows } = await sql<{ slug: string; id: number }>`
    select a.slug, n.id from ${sql.table(aliases)} a
      -- The limit makes the planner look up each name by its key, even with bad statistics.
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

/** The posts that a merged name had before: instead of the name that remains, and together with it. */
export interface FormerPosts {
  own: readonly number[];
  shared: readonly number[];
}

const noPosts: FormerPosts = { own: [], shared: [] };

/** Adds an alias, or takes it over from a retired or deleted name. */
export const addAlias = (tx: Tx, kind: NameKind, id: number, { slug, name }: Alias, posts = noPosts) =>
  sql`insert into ${sql.table(nameTables[kind].aliases)} (slug, name, name_id, own_posts, shared_posts)
    values (${slug}, ${name}, ${id}, ${sql.val(posts.own)}::bigint[], ${sql.val(posts.shared)}::bigint[])
    on conflict (slug) do update set name = excluded.name, name_id = excluded.name_id, created_at = now(),
      own_posts = excluded.own_posts, shared_posts = excluded.shared_posts`.execute(tx);

/** Gives an alias to another name, with the posts that it had before. */
export const moveAlias = (tx: Tx, kind: NameKind, from: number, to: number, slug: string) =>
  sql`update ${sql.table(nameTables[kind].aliases)} set name_id = ${to} where slug = ${slug} and name_id = ${from}`.execute(
    tx,
  );

/** Returns the posts that the alias had before it was merged, or undefined if the name hasn't this alias. */
export const removeAlias = async (
  tx: Tx,
  kind: NameKind,
  id: number,
  slug: string,
): Promise<FormerPosts | undefined> => {
  const { rows } = await sql<{ own: number[]; shared: number[] }>`
    delete from ${sql.table(nameTables[kind].aliases)} where slug = ${slug} and name_id = ${id}
    returning own_posts as own, shared_posts as shared`.execute(tx);
  const [found] = rows;
  return found && { own: found.own.map(Number), shared: found.shared.map(Number) };
};

interface Holder {
  id: number;
  slug: string;
  name: string;
  isRetired: boolean;
  isAlias: boolean;
}

/** Finds the name that has a slug, as its own or as an alias. */
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

/** Throws if another tag or performer has the slug. The error's `current` is the name it could be merged with. */
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

const maxSlugLength = 100;

/** The form field with the wrong name. */
type NamesField = 'tags' | 'name';

const refuse = (field: NamesField, reason: string): never => {
  const message = `${field === 'tags' ? 'A tag' : 'A name'} must ${reason}.`;
  throw new ValidationError(message, { [field]: message });
};

/** The slug of a tag or performer. Folding can make it longer than the name: 'ß' becomes 'ss'. */
export const slugOfName = (field: NamesField, name: string): string => {
  const slug = slugOf(tidyName(name));
  if (!isNameSlug(slug)) refuse(field, 'contain a letter or a digit');
  if ([...slug].length > maxSlugLength) refuse(field, `have at most ${maxSlugLength} characters`);
  return slug;
};

/** Like `namesBySlug`, but caches slugs, for many posts that have names in common. */
export const createNameReader = (field: NamesField) => {
  const cache = new Map<string, { slug: string; spelling: string }>();
  const read = (name: string) => {
    const entry = cache.get(name) ?? { slug: slugOfName(field, name), spelling: tidyName(name) };
    cache.set(name, entry);
    return entry;
  };
  return (names: readonly string[]): Map<string, string> => {
    const spellings = new Map<string, string>();
    for (const name of names) {
      const { slug, spelling } = read(name);
      if (!spellings.has(slug)) spellings.set(slug, spelling);
    }
    return spellings;
  };
};

/** Spellings by slug, in the given order. The first spelling of a slug wins. */
export const namesBySlug = (field: NamesField, names: readonly string[]): Map<string, string> =>
  createNameReader(field)(names);

/**
 * Ids by slug; a slug may also be an alias. Names keep the slugs of the stricter rule of earlier versions, so 'Café' is
 * also looked up as 'caf'.
 */
export const findIds = async (tx: Db, table: 'tags' | 'performers', namesBySlug: Map<string, string>) => {
  const slugs = [...new Set([...namesBySlug].flatMap(([slug, name]) => [slug, asciiSlugOf(name)]))];
  const rows = await tx
    .selectFrom(table)
    .select((row) => [row.fn.coalesce('merged_into', 'id').as('id'), 'slug', 'name'])
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .where('retired_at', 'is', null)
    .$if(table === 'performers', (query) => query.where(sql.ref('deleted_at'), 'is', null))
    .execute();
  const aliased = await idsByAlias(tx, table === 'tags' ? 'tag' : 'performer', [...namesBySlug.keys()]);
  const ids = new Map([...aliased, ...rows.map(({ id, name }) => [slugOf(name), id] as const)]);
  for (const { id, slug } of rows) ids.set(slug, id);
  return ids;
};

/** Makes retired names usable again. */
const revive = (tx: Tx, table: 'tags' | 'performers', slugs: readonly string[]) =>
  tx
    .updateTable(table)
    .set({ retired_at: null, merged_into: null })
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .where('retired_at', 'is not', null)
    .execute();

/** Ids by slug. Creates missing tags or performers. */
export const findOrCreateIdsBySlug = async (
  tx: Tx,
  table: 'tags' | 'performers',
  namesBySlug: Map<string, string>,
): Promise<Map<string, number>> => {
  const ids = await findIds(tx, table, namesBySlug);
  // Insert in sorted order, so that concurrent transactions cannot deadlock.
  const missing = [...namesBySlug.keys()].filter((slug) => !ids.has(slug)).sort();
  if (missing.length === 0) return ids;
  const names = missing.map((slug) => namesBySlug.get(slug) ?? slug);
  await sql`insert into ${sql.table(table)} (slug, name)
    select * from unnest(${sql.val(missing)}::text[], ${sql.val(names)}::text[]) on conflict do nothing`.execute(tx);
  await revive(tx, table, missing);
  return findIds(tx, table, namesBySlug);
};

/** Ids in the order of the given slugs. Creates missing tags or performers. */
export const findOrCreateIds = async (
  tx: Tx,
  table: 'tags' | 'performers',
  namesBySlug: Map<string, string>,
): Promise<number[]> => {
  const ids = await findOrCreateIdsBySlug(tx, table, namesBySlug);
  return [...new Set([...namesBySlug.keys()].flatMap((slug) => ids.get(slug) ?? []))];
};
