import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import { readBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import { addAlias } from '#domain/catalogue/aliases.ts';
import { nameTables } from '#domain/catalogue/stored-names.ts';
import { lockNameChange, type NameChange } from './name-changes.ts';
import { lockDescriptions, takeDescription } from './take-description.ts';

/** Names that posts still have, because somebody has added them meanwhile, stay. */
const retire = async (tx: Tx, kind: NameKind, ids: readonly number[]): Promise<Set<number>> => {
  const { table, links, link } = nameTables[kind];
  // Posts that are being given one of them are waited for, and seen by the next statement.
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

const keepUnmerged = (tx: Tx, kind: NameKind, ids: readonly number[]) =>
  sql`update ${sql.table(nameTables[kind].table)} set merged_into = null
    where id = any(${sql.val(ids)}::integer[]) and retired_at is null`.execute(tx);

const finishMerge = async (tx: Tx, { kind, nameId, details }: NameChange<'merge'>, isDone: boolean) => {
  const ids = details.from.map(({ id }) => id);
  const described = new Map((await lockDescriptions(tx, kind, [...ids, nameId])).map((each) => [each.id, each]));
  const retired = isDone ? await retire(tx, kind, ids) : new Set<number>();
  for (const { id, slug, name, aliases } of details.from)
    if (retired.has(id)) for (const alias of [{ slug, name }, ...aliases]) await addAlias(tx, kind, nameId, alias);
  await keepUnmerged(tx, kind, ids);
  const merged = ids.filter((id) => retired.has(id)).flatMap((id) => described.get(id) ?? []);
  const taken = await takeDescription(tx, kind, described.get(nameId), merged);
  return { ...details, ...(taken && { described: taken }) };
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
    else if (isDone) await retire(tx, change.kind, [change.nameId]);
    const finished = { finished_at: new Date(), details: JSON.stringify(details) };
    await tx.updateTable('name_changes').set(finished).where('id', '=', id).execute();
  });

/** Retires the names whose posts have all followed a merge or deletion. */
export const finishNameChanges = async (db: Db): Promise<void> => {
  const rows = await db
    .selectFrom('name_changes')
    .select('id')
    .where('finished_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of rows) await finish(db, id);
};
