import { sql } from 'kysely';
import type { AuditAction } from '#contract/values/audit.ts';
import type { NameAction, NameKind } from '#contract/values/names.ts';
import { restorableDays } from '#contract/values/record-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { type Alias, nameEntity } from '#domain/catalogue/tags-and-performers.ts';
import { NotFoundError } from '#domain/errors.ts';
import { readPage } from '#domain/paged-search.ts';

export interface Description {
  description: string;
  imageUrl: string;
}

interface MergedName extends Alias {
  id: number;
  aliases: Alias[];
}

/** What is stored to undo each kind of change. */
export interface NameChangeDetails {
  /**
   * `replaced` is the alias that became the name. `freed` is the id of the merged name that had the slug before and
   * gave it up.
   */
  rename: { from: Alias; to: Alias; replaced?: Alias | undefined; freed?: number | undefined };
  describe: Alias & { before: Description; after: Description };
  alias: Alias & { alias: Alias };
  /** `madeId` is the name that the alias became: a new one, or with `wasRetired` the one it was before a merge. */
  split: Alias & { alias: Alias; madeId: number; wasRetired: boolean };
  /** `described` is set if the remaining name inherited a description or image because it had none. */
  merge: Alias & { from: MergedName[]; described?: { before: Description; after: Description } };
  delete: Alias;
}

export interface NameChange<Action extends NameAction = NameAction> {
  id: number;
  kind: NameKind;
  action: Action;
  nameId: number;
  details: NameChangeDetails[Action];
  bulkChangeId: number | null;
  admin: string;
  at: Date;
  finishedAt: Date | null;
  undoneAt: Date | null;
  canBeUndone: boolean;
  /** Number of changed posts. Null if this kind of change doesn't affect posts. */
  posts: number | null;
}

/** A split that gave posts back is undone by merging again, which also takes in posts that got the name since. */
const canBeUndone = sql<boolean>`undone_at is null and not (action = 'split' and bulk_change_id is not null) and at > now() - make_interval(days => ${restorableDays})`;

const posts = sql<number | null>`(select changed from bulk_changes b where b.id = name_changes.bulk_change_id)`;

const selectChanges = (db: Db) =>
  db
    .selectFrom('name_changes')
    .select(['id', 'kind', 'action', 'name_id as nameId', 'details', 'bulk_change_id as bulkChangeId', 'admin', 'at'])
    .select(['finished_at as finishedAt', 'undone_at as undoneAt', canBeUndone.as('canBeUndone'), posts.as('posts')]);

/** Newest first. */
export const nameChanges = async (db: Db, kind: NameKind, page: { page: number; limit: number }) => {
  const { total, records } = await readPage(selectChanges(db).where('kind', '=', kind).orderBy('id', 'desc'), page);
  return { total, changes: records as NameChange[] };
};

export const readNameChange = async (db: Db, id: number): Promise<NameChange> => {
  const change = await selectChanges(db).where('id', '=', id).executeTakeFirst();
  if (!change) throw new NotFoundError('There is no such change.');
  return change as NameChange;
};

export const lockNameChange = async (tx: Tx, id: number): Promise<NameChange | undefined> =>
  (await selectChanges(tx).where('id', '=', id).forUpdate().executeTakeFirst()) as NameChange | undefined;

interface NewChange<Action extends NameAction> {
  kind: NameKind;
  action: Action;
  nameId: number;
  details: NameChangeDetails[Action];
  /** The bulk change that updates the posts. Without one, the change is finished at once. */
  bulkChangeId?: number;
}

const auditActions: Record<NameAction, AuditAction> = {
  rename: 'rename',
  merge: 'merge',
  split: 'split',
  alias: 'update',
  delete: 'delete',
  describe: 'update',
};

/** Call it in the transaction that makes the change. Returns the id of the change. */
export const recordNameChange = async <Action extends NameAction>(
  tx: Tx,
  actor: Actor,
  { kind, action, nameId, details, bulkChangeId }: NewChange<Action>,
  audited: { before?: object; after?: object },
): Promise<number> => {
  const { id } = await tx
    .insertInto('name_changes')
    .values({
      kind,
      action,
      name_id: nameId,
      details: JSON.stringify(details),
      bulk_change_id: bulkChangeId ?? null,
      admin_id: actor.adminId,
      admin: actor.admin,
      finished_at: bulkChangeId === undefined ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordChange(tx, actor, {
    action: auditActions[action],
    entity: nameEntity(kind),
    entityId: nameId,
    ...audited,
  });
  return id;
};
