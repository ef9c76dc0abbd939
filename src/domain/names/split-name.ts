import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { type Alias, addAlias, aliasesOf, assertFree, removeAlias } from '#domain/catalogue/aliases.ts';
import { lockName, nameTables } from '#domain/catalogue/stored-names.ts';
import { NotFoundError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { recordNameChange } from './name-changes.ts';
import { spelt } from './rename-name.ts';

/** Another name by which the tag or performer can be found and entered. Returns the change's id. */
export const addNameAlias = (
  db: Db,
  actor: Actor,
  { kind, slug, alias: text }: { kind: NameKind; slug: string; alias: string },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { id, name } = await lockName(tx, kind, slug);
    const alias = spelt(kind, text);
    await assertMayBeListed(tx, nameListing(kind, { ...alias, id }));
    await assertFree(tx, kind, alias);
    await addAlias(tx, kind, id, alias);
    const change = { kind, action: 'alias', nameId: id, details: { slug, name, alias } } as const;
    return recordNameChange(tx, actor, change, { after: { name, alias: alias.name } });
  });

/** The tag or performer that the alias was before it was merged, or a new one. */
const makeName = async (tx: Tx, kind: NameKind, { slug, name }: Alias) => {
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

/** Makes an alias a tag or performer of its own, which no post has yet. Returns the change's id. */
export const splitName = (
  db: Db,
  actor: Actor,
  { kind, slug, alias: aliasSlug }: { kind: NameKind; slug: string; alias: string },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { id, name } = await lockName(tx, kind, slug);
    const alias = (await aliasesOf(tx, kind, id)).find((each) => each.slug === aliasSlug);
    if (!alias) throw new NotFoundError(`“${aliasSlug}” is not another name of “${name}” any more.`);
    await assertMayBeListed(tx, nameListing(kind, { ...alias, id }));
    await removeAlias(tx, kind, id, alias.slug);
    const made = await makeName(tx, kind, alias);
    const change = { kind, action: 'split', nameId: id, details: { slug, name, alias, ...made } } as const;
    return recordNameChange(tx, actor, change, { before: { name, alias: alias.name }, after: { name } });
  });
