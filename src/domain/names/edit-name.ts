import { sql } from 'kysely';
import { type NameKind, nameWords, tidyName } from '#contract/values/names.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { startBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import {
  type Alias,
  addAlias,
  aliasesOf,
  assertFree,
  type FormerPosts,
  lockName,
  nameTables,
  removeAlias,
  type StoredName,
  slugOfName,
} from '#domain/catalogue/tags-and-performers.ts';
import { assertVersion, NotFoundError, ValidationError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/record-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { type Description, recordNameChange } from './name-changes.ts';

export const setDescription = (tx: Tx, kind: NameKind, id: number, { description, imageUrl }: Description) =>
  sql`update ${sql.table(nameTables[kind].table)} set description = ${description}, image_url = ${imageUrl},
    version = version + 1, updated_at = now() where id = ${id}`.execute(tx);

interface DescriptionChange extends Description {
  kind: NameKind;
  slug: string;
  expectedVersion: number | undefined;
}

/** Replaces the description and the image. Returns the change's id. */
export const describeName = (
  db: Db,
  actor: Actor,
  { kind, slug, expectedVersion, ...given }: DescriptionChange,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { id, name, version, description, imageUrl } = await lockName(tx, kind, slug);
    assertVersion(nameWords[kind], { version }, expectedVersion);
    const [before, after] = [
      { description, imageUrl },
      { description: given.description.trim(), imageUrl: given.imageUrl },
    ];
    await assertMayBeListed(tx, nameListing(kind, { id, slug, name, ...after }));
    await setDescription(tx, kind, id, after);
    const change = { kind, action: 'describe', nameId: id, details: { slug, name, before, after } } as const;
    return recordNameChange(tx, actor, change, { before: { name, ...before }, after: { name, ...after } });
  });

export const toAlias = (kind: NameKind, name: string): Alias => ({
  slug: slugOfName(kind === 'tag' ? 'tags' : 'name', name),
  name: tidyName(name),
});

/** Makes the old slug of a locked name an alias of the new one. */
export const moveSlug = async (tx: Tx, kind: NameKind, id: number, from: Alias, to: Alias): Promise<void> => {
  if (from.slug === to.slug) return;
  await assertFree(tx, kind, to, id);
  await removeAlias(tx, kind, id, to.slug);
  await addAlias(tx, kind, id, from);
};

/** Frees a slug that a merged name still has. Returns the id of that name, if there is one. */
const freeSlug = async (tx: Tx, kind: NameKind, slug: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(nameTables[kind].table)} set slug = left(slug, 80) || '~' || id
    where slug = ${slug} and retired_at is not null returning id`.execute(tx);
  return rows[0]?.id;
};

export const setName = (tx: Tx, kind: NameKind, id: number, { slug, name }: Alias) =>
  sql`update ${sql.table(nameTables[kind].table)}
    set slug = ${slug}, name = ${name}, version = version + 1, updated_at = now() where id = ${id}`.execute(tx);

/** Changes the name and slug; the old slug becomes an alias. Returns the change's id. */
export const renameName = (
  db: Db,
  actor: Actor,
  {
    kind,
    slug,
    name,
    expectedVersion,
  }: { kind: NameKind; slug: string; name: string; expectedVersion?: number | undefined },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const before = await lockName(tx, kind, slug);
    assertVersion(kind === 'tag' ? 'tag' : 'star', before, expectedVersion);
    const [from, to] = [{ slug: before.slug, name: before.name }, toAlias(kind, name)];
    if (to.name === from.name) throw new ValidationError('Enter another name.', { name: 'Enter another name.' });
    await assertMayBeListed(tx, nameListing(kind, { ...to, id: before.id }));
    const replaced = (await aliasesOf(tx, kind, before.id)).find((alias) => alias.slug === to.slug);
    await moveSlug(tx, kind, before.id, from, to);
    const freed = replaced && (await freeSlug(tx, kind, to.slug));
    await setName(tx, kind, before.id, to);
    const change = { kind, action: 'rename', nameId: before.id, details: { from, to, replaced, freed } } as const;
    return recordNameChange(tx, actor, change, { before: from, after: to });
  });

/** Adds an alias, by which the tag or performer can be found and entered. Returns the change's id. */
export const addNameAlias = (
  db: Db,
  actor: Actor,
  { kind, slug, alias: text }: { kind: NameKind; slug: string; alias: string },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { id, name } = await lockName(tx, kind, slug);
    const alias = toAlias(kind, text);
    await assertMayBeListed(tx, nameListing(kind, { ...alias, id }));
    await assertFree(tx, kind, alias);
    await addAlias(tx, kind, id, alias);
    const change = { kind, action: 'alias', nameId: id, details: { slug, name, alias } } as const;
    return recordNameChange(tx, actor, change, { after: { name, alias: alias.name } });
  });

/** Revives the tag or performer that the alias was before it was merged, or creates a new one. */
const reviveOrCreateName = async (tx: Tx, kind: NameKind, { slug, name }: Alias) => {
  const table = sql.table(nameTables[kind].table);
  const present = kind === 'tag' ? sql`true` : sql`deleted_at is null`;
  const revived = await sql<{ id: number }>`
    update ${table} set retired_at = null, merged_into = null, version = version + 1, updated_at = now()
    where slug = ${slug} and retired_at is not null and ${present} returning id`.execute(tx);
  const [row] = revived.rows;
  if (row) return { madeId: row.id, wasRetired: true };
  const made = await sql<{ id: number }>`
    insert into ${table} (slug, name) values (${slug}, ${name}) returning id`.execute(tx);
  return { madeId: made.rows[0]?.id ?? 0, wasRetired: false };
};

/** Starts a bulk change that gives a name the posts back that it had before it was merged. Returns its id. */
const giveBack = async (
  tx: Tx,
  actor: Actor,
  kind: NameKind,
  { from, to, posts }: { from: StoredName; to: { id: number; name: string }; posts: FormerPosts },
): Promise<number | undefined> => {
  const videoIds = [...posts.own, ...posts.shared];
  if (videoIds.length === 0) return undefined;
  const { id } = await startBulkChange(tx, actor, {
    selection: { videoIds },
    change: {
      kind: kind === 'tag' ? 'replaceTags' : 'replacePerformers',
      from: [{ id: from.id, name: from.name }],
      to,
      keptOn: [...posts.shared],
    },
  });
  return id;
};

interface Split {
  kind: NameKind;
  slug: string;
  alias: string;
  /** Whether the posts that the alias had before it was merged get it back. */
  withPosts?: boolean | undefined;
}

/** Turns an alias into a separate tag or performer. Returns the change's id. */
export const splitName = (
  db: Db,
  actor: Actor,
  { kind, slug, alias: aliasSlug, withPosts = false }: Split,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const from = await lockName(tx, kind, slug);
    const { id, name } = from;
    const alias = (await aliasesOf(tx, kind, id)).find((each) => each.slug === aliasSlug);
    if (!alias) throw new NotFoundError(`“${aliasSlug}” is no longer another name of “${name}”.`);
    await assertMayBeListed(tx, nameListing(kind, { ...alias, id }));
    const posts = await removeAlias(tx, kind, id, alias.slug);
    const made = await reviveOrCreateName(tx, kind, alias);
    const to = { id: made.madeId, name: alias.name };
    const bulkChangeId = posts && withPosts ? await giveBack(tx, actor, kind, { from, to, posts }) : undefined;
    const details = { slug, name, alias, ...made };
    const change = {
      kind,
      action: 'split',
      nameId: id,
      details,
      ...(bulkChangeId !== undefined && { bulkChangeId }),
    } as const;
    return recordNameChange(tx, actor, change, { before: { name, alias: alias.name }, after: { name } });
  });
