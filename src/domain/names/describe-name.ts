import { sql } from 'kysely';
import { type NameKind, nameWords } from '#contract/values/name-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { lockName, nameTables } from '#domain/catalogue/stored-names.ts';
import { assertVersion } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/listing.ts';
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

/** Replaces the description and the picture. Returns the change's id. */
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
