import { sql } from 'kysely';
import { type NameKind, nameWords } from '#contract/values/name-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { assertNotBlocked } from '#domain/blocks/assert-not-blocked.ts';
import { aliasesOf } from '#domain/catalogue/aliases.ts';
import { lockNames, nameTables, type StoredName } from '#domain/catalogue/stored-names.ts';
import { ValidationError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { recordNameChange } from './name-changes.ts';
import { replaceOnPosts } from './replace-on-posts.ts';

const mergedNames = async (tx: Tx, kind: NameKind, from: readonly StoredName[]) => {
  const merged = [];
  for (const { id, slug, name } of from) merged.push({ id, slug, name, aliases: await aliasesOf(tx, kind, id) });
  return merged;
};

/**
 * Merges tags or performers into one. From now on whoever enters one of them means that one; they go, and lead to it, when all
 * posts have followed (finishNameChanges). Returns the change's id.
 */
export const mergeNames = (
  db: Db,
  actor: Actor,
  { kind, from: fromSlugs, into: intoSlug }: { kind: NameKind; from: readonly string[]; into: string },
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const slugs = [...new Set(fromSlugs)].filter((slug) => slug !== intoSlug);
    if (slugs.length === 0) throw new ValidationError(`Choose another ${nameWords[kind]} to merge into.`);
    const [into, ...from] = (await lockNames(tx, kind, [intoSlug, ...slugs])) as [StoredName, ...StoredName[]];
    await assertMayBeListed(tx, nameListing(kind, into));
    await assertNotBlocked(
      tx,
      kind,
      from.map(({ id }) => id),
    );
    const details = { slug: into.slug, name: into.name, from: await mergedNames(tx, kind, from) };
    const ids = from.map(({ id }) => id);
    await sql`update ${sql.table(nameTables[kind].table)} set merged_into = ${into.id}
      where id = any(${sql.val(ids)}::integer[])`.execute(tx);
    const bulkChangeId = await replaceOnPosts(tx, actor, kind, { from, to: into });
    const audited = { before: { names: from.map(({ name }) => name) }, after: { name: into.name } };
    return recordNameChange(tx, actor, { kind, action: 'merge', nameId: into.id, details, bulkChangeId }, audited);
  });
