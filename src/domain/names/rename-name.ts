import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { tidyName } from '#contract/values/names.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { type Alias, addAlias, aliasesOf, assertFree, removeAlias } from '#domain/catalogue/aliases.ts';
import { lockName, nameTables } from '#domain/catalogue/stored-names.ts';
import { slugOfName } from '#domain/catalogue/tags-and-performers.ts';
import { assertVersion, ValidationError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { recordNameChange } from './name-changes.ts';

export const spelt = (kind: NameKind, name: string): Alias => ({
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

/** Frees a slug that a merged name still holds. Returns the id of that name, if there is one. */
const freeSlug = async (tx: Tx, kind: NameKind, slug: string): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(nameTables[kind].table)} set slug = left(slug, 80) || '~' || id
    where slug = ${slug} and retired_at is not null returning id`.execute(tx);
  return rows[0]?.id;
};

export const setName = (tx: Tx, kind: NameKind, id: number, { slug, name }: Alias) =>
  sql`update ${sql.table(nameTables[kind].table)}
    set slug = ${slug}, name = ${name}, version = version + 1, updated_at = now() where id = ${id}`.execute(tx);

/** A new name with a new slug. The old ones lead to it. Returns the change's id. */
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
    const [from, to] = [{ slug: before.slug, name: before.name }, spelt(kind, name)];
    if (to.name === from.name) throw new ValidationError('Enter another name.', { name: 'Enter another name.' });
    await assertMayBeListed(tx, nameListing(kind, { ...to, id: before.id }));
    const replaced = (await aliasesOf(tx, kind, before.id)).find((alias) => alias.slug === to.slug);
    await moveSlug(tx, kind, before.id, from, to);
    const freed = replaced && (await freeSlug(tx, kind, to.slug));
    await setName(tx, kind, before.id, to);
    const change = { kind, action: 'rename', nameId: before.id, details: { from, to, replaced, freed } } as const;
    return recordNameChange(tx, actor, change, { before: from, after: to });
  });
