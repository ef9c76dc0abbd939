import { sql } from 'kysely';
import { type NameKind, nameKinds, nameWords } from '#contract/values/names.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, type Change, recordChanges, system } from '#domain/audit-log.ts';
import { assertNotBlocked } from '#domain/blocks/blocked-names.ts';
import { readBulkChange, startBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import {
  addAlias,
  aliasesOf,
  type FormerPosts,
  lockName,
  lockNames,
  nameEntity,
  nameTables,
  removeAlias,
  type StoredName,
} from '#domain/catalogue/tags-and-performers.ts';
import { ValidationError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/record-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { setDescription } from './edit-name.ts';
import {
  type Description,
  lockNameChange,
  type NameChange,
  type NameChangeDetails,
  recordNameChange,
} from './name-changes.ts';

/** Starts a bulk change that replaces tags or performers on posts by another one, or removes them. Returns its id. */
const replaceOnPosts = async (
  tx: Tx,
  actor: Actor,
  kind: NameKind,
  { from, to }: { from: readonly StoredName[]; to: StoredName | null },
): Promise<number> => {
  const { links, link } = nameTables[kind];
  const ids = from.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    select distinct video_id as id from ${sql.table(links)}
    where ${sql.ref(link)} = any(${sql.val(ids)}::integer[])`.execute(tx);
  const ref = ({ id, name }: StoredName) => ({ id, name });
  const replaced = kind === 'tag' ? ('replaceTags' as const) : ('replacePerformers' as const);
  const { id } = await startBulkChange(tx, actor, {
    selection: { videoIds: rows.map((row) => row.id) },
    change: { kind: replaced, from: from.map(ref), to: to && ref(to) },
  });
  return id;
};

const mergedNames = async (tx: Tx, kind: NameKind, from: readonly StoredName[]) => {
  const merged = [];
  for (const { id, slug, name } of from) merged.push({ id, slug, name, aliases: await aliasesOf(tx, kind, id) });
  return merged;
};

/**
 * Merges tags or performers into one. At once, entering a merged name means the remaining one. When all posts have been
 * updated, finishNameChanges() retires the merged names and makes them aliases. Returns the change's id.
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

/** Removes a tag from all posts; then finishNameChanges() retires it. Returns the change's id. */
export const deleteTag = (db: Db, actor: Actor, slug: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const tag = await lockName(tx, 'tag', slug);
    const { id, name } = tag;
    const bulkChangeId = await replaceOnPosts(tx, actor, 'tag', { from: [tag], to: null });
    const change = { kind: 'tag', action: 'delete', nameId: id, details: { slug, name }, bulkChangeId } as const;
    return recordNameChange(tx, actor, change, { before: tag });
  });

type InheritedDescription = NameChangeDetails['merge']['described'];

interface Described extends Description {
  id: number;
  isRetired: boolean;
}

/** Locks in the order of ids, so that concurrent transactions cannot deadlock. */
const lockDescriptions = async (tx: Tx, kind: NameKind, ids: readonly number[]): Promise<Described[]> => {
  const { rows } = await sql<Described>`
    select id, description, image_url as "imageUrl", retired_at is not null as "isRetired"
    from ${sql.table(nameTables[kind].table)}
    where id = any(${sql.val(ids)}::integer[]) order by id for update`.execute(tx);
  return rows;
};

/** A name without a description or image inherits the first one of the names that were merged into it. */
const inheritDescription = async (
  tx: Tx,
  kind: NameKind,
  into: Described | undefined,
  merged: readonly Description[],
): Promise<InheritedDescription> => {
  if (!into || into.isRetired) return undefined;
  const { id, description, imageUrl } = into;
  const first = (key: keyof Description) => merged.find((each) => each[key] !== '')?.[key] ?? '';
  const before = { description, imageUrl };
  const after = { description: description || first('description'), imageUrl: imageUrl || first('imageUrl') };
  if (after.description === description && after.imageUrl === imageUrl) return undefined;
  await setDescription(tx, kind, id, after);
  return { before, after };
};

/** Removes an inherited description and image, unless they were edited since. */
export const removeInheritedDescription = async (
  tx: Tx,
  kind: NameKind,
  id: number,
  inherited: InheritedDescription,
): Promise<void> => {
  const [current] = inherited ? await lockDescriptions(tx, kind, [id]) : [];
  if (!inherited || !current) return;
  const { before, after } = inherited;
  const restored = (key: keyof Description) => (current[key] === after[key] ? before[key] : current[key]);
  await setDescription(tx, kind, id, { description: restored('description'), imageUrl: restored('imageUrl') });
};

/** Skips names that posts still have because they were added meanwhile. Returns the ids of the retired names. */
const retire = async (tx: Tx, kind: NameKind, ids: readonly number[]): Promise<Set<number>> => {
  const { table, links, link } = nameTables[kind];
  // Waits for transactions that are adding one of the names to a post, so that the next statement sees those posts.
  await sql`select from ${sql.table(table)} where id = any(${sql.val(ids)}::integer[]) order by id for update`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} n set retired_at = now(), version = version + 1, updated_at = now()
    where n.id = any(${sql.val(ids)}::integer[]) and n.retired_at is null
      and not exists (select from ${sql.table(links)} l where l.${sql.ref(link)} = n.id)
    returning n.id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

const unmergeUnretired = (tx: Tx, kind: NameKind, ids: readonly number[]) =>
  sql`update ${sql.table(nameTables[kind].table)} set merged_into = null
    where id = any(${sql.val(ids)}::integer[]) and retired_at is null`.execute(tx);

interface MergedOnPosts {
  bulkChangeId: number | null;
  nameId: number;
  merged: number;
}

/**
 * The posts from which a merge has removed a name. A post that had several merged names got the remaining one in place
 * of the first of them.
 */
const formerPosts = async (tx: Tx, { bulkChangeId, nameId, merged }: MergedOnPosts): Promise<FormerPosts> => {
  const { rows } = await sql<{ id: number; isOwn: boolean }>`
    select video_id as id, before -> 'added' @> to_jsonb(${nameId}::integer) is true and ${merged}::integer = (
        select (link ->> 0)::integer from jsonb_array_elements(before -> 'removed') as link
        order by (link ->> 1)::integer, (link ->> 0)::integer limit 1) as "isOwn"
    from bulk_change_rows
    where bulk_change_id = ${bulkChangeId}::bigint
      and exists (select from jsonb_array_elements(before -> 'removed') as link where (link ->> 0)::integer = ${merged})
    order by video_id`.execute(tx);
  const idsOf = (isOwn: boolean) => rows.filter((row) => row.isOwn === isOwn).map(({ id }) => id);
  return { own: idsOf(true), shared: idsOf(false) };
};

/**
 * The posts of an alias whose name is merged in turn. Posts that didn't have that name any more were edited since; on
 * those that have the remaining name too, it stays.
 */
const narrowed = (ofAlias: FormerPosts, ofName: FormerPosts): FormerPosts => {
  const [own, shared] = [new Set(ofName.own), new Set(ofName.shared)];
  return {
    own: ofAlias.own.filter((id) => own.has(id)),
    shared: [...ofAlias.shared, ...ofAlias.own.filter((id) => shared.has(id))],
  };
};

const finishMerge = async (tx: Tx, { kind, nameId, details, bulkChangeId }: NameChange<'merge'>, isDone: boolean) => {
  const ids = details.from.map(({ id }) => id);
  const described = new Map((await lockDescriptions(tx, kind, [...ids, nameId])).map((each) => [each.id, each]));
  const retired = isDone ? await retire(tx, kind, ids) : new Set<number>();
  for (const { id, slug, name, aliases } of details.from) {
    if (!retired.has(id)) continue;
    const posts = await formerPosts(tx, { bulkChangeId, nameId, merged: id });
    for (const alias of aliases) {
      const before = await removeAlias(tx, kind, id, alias.slug);
      if (before) await addAlias(tx, kind, nameId, alias, narrowed(before, posts));
    }
    await addAlias(tx, kind, nameId, { slug, name }, posts);
  }
  await unmergeUnretired(tx, kind, ids);
  const merged = ids.filter((id) => retired.has(id)).flatMap((id) => described.get(id) ?? []);
  const inherited = await inheritDescription(tx, kind, described.get(nameId), merged);
  return { ...details, ...(inherited && { described: inherited }) };
};

const finish = (db: Db, id: number) =>
  db.transaction().execute(async (tx) => {
    const change = await lockNameChange(tx, id);
    if (!change?.bulkChangeId || change.finishedAt !== null) return;
    const { state } = await readBulkChange(tx, change.bulkChangeId);
    if (state === 'running' || state === 'undoing') return;
    const isDone = state === 'finished';
    let { details } = change;
    if (change.action === 'merge') details = await finishMerge(tx, change as NameChange<'merge'>, isDone);
    else if (isDone && change.action === 'delete') await retire(tx, change.kind, [change.nameId]);
    const finished = { finished_at: new Date(), details: JSON.stringify(details) };
    await tx.updateTable('name_changes').set(finished).where('id', '=', id).execute();
  });

/** Retires merged and deleted names whose posts have all been updated. */
export const finishNameChanges = async (db: Db): Promise<void> => {
  const rows = await db
    .selectFrom('name_changes')
    .select('id')
    .where('finished_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) await finish(db, id);
};

const purgeBatch = (db: Db, kind: NameKind, before: Date, batchSize: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { table, links, link } = nameTables[kind];
    const { rows } = await sql<{ id: number; slug: string; name: string }>`
      delete from ${sql.table(table)} where id in (
        select n.id from ${sql.table(table)} n
        where n.retired_at < ${before} and not exists (select from ${sql.table(links)} l where l.${sql.ref(link)} = n.id)
        limit ${batchSize} for update skip locked)
      returning id, slug, name`.execute(tx);
    const changes = rows.map(
      (row): Change => ({ action: 'purge', entity: nameEntity(kind), entityId: row.id, before: row }),
    );
    await recordChanges(tx, system, changes);
    return rows.length;
  });

/** Purges merged and deleted names that can no longer be restored. Slugs of merged names remain as aliases. */
export const purgeRetiredNames = async (db: Db, before: Date, batchSize: number): Promise<number> => {
  let purged = 0;
  for (const kind of nameKinds)
    for (;;) {
      const count = await purgeBatch(db, kind, before, batchSize);
      purged += count;
      if (count < batchSize) break;
    }
  return purged;
};
