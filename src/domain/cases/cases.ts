import { sql } from 'kysely';
import { type CaseDecision, type CaseKind, type CaseStatus, caseNumber } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';

export interface Case {
  id: number;
  number: string;
  kind: CaseKind;
  status: CaseStatus;
  receivedAt: Date;
  dueAt: Date;
  pausedAt: Date | null;
  decidedAt: Date | null;
  isComplete: boolean;
  reporterName: string;
  reporterEmail: string;
  version: number;
}

export const caseColumns = [
  'id',
  'kind',
  'status',
  'received_at as receivedAt',
  'due_at as dueAt',
  'paused_at as pausedAt',
  'decided_at as decidedAt',
  'is_complete as isComplete',
  'reporter_name as reporterName',
  'reporter_email as reporterEmail',
  'version',
] as const;

export const withNumber = <Row extends { id: number; receivedAt: Date }>(row: Row) => ({
  ...row,
  number: caseNumber(row),
});

/** Set with every change of a case, so that admins who read an older version are refused. */
export const newVersion = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

/** Locks a case for a change, so that two admins cannot decide it at once. */
export const lockCase = async (tx: Tx, id: number, expectedVersion: number | undefined): Promise<Case> => {
  const row = await tx.selectFrom('cases').select(caseColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such case.');
  if (expectedVersion !== undefined && expectedVersion !== row.version)
    throw new ConflictError('Someone else has changed this case in the meantime. It is shown as it is now.');
  return withNumber(row);
};

export interface CaseUrl {
  id: number;
  position: number;
  url: string;
  videoId: number | null;
  title: string;
  link: string;
  decision: CaseDecision | null;
  reason: string;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** Decided together with other cases. */
  inBundle: boolean;
  /** How the site found this URL: it has the same link or picture as a removed one. Null if it was reported. */
  foundBy: 'link' | 'picture' | null;
  /** Ids of the case's URLs through which the site found this one. */
  foundFrom: number[];
}

export const urlsOfCase = (db: Db, caseId: number): Promise<CaseUrl[]> =>
  db
    .selectFrom('case_urls')
    .select([
      'id',
      'position',
      'url',
      'video_id as videoId',
      'title',
      'link',
      'decision',
      'reason',
      'decided_at as decidedAt',
      'decided_by as decidedBy',
      'in_bundle as inBundle',
      'found_by as foundBy',
    ])
    // The driver returns bigint[] as strings, but JSON as numbers.
    .select(sql<number[]>`to_json(found_from)`.as('foundFrom'))
    .where('case_id', '=', caseId)
    .orderBy('position')
    .execute();

export const pickUrls = (urls: readonly CaseUrl[], ids: readonly number[]): CaseUrl[] => {
  const picked = urls.filter(({ id }) => ids.includes(id));
  if (picked.length !== new Set(ids).size) throw new ValidationError('This case has no such URL.');
  return picked;
};

export const videoIdsOf = (urls: readonly CaseUrl[]): number[] => [
  ...new Set(urls.map(({ videoId }) => videoId).filter((id) => id !== null)),
];

/** Reported URLs that don't belong to a post of this site. */
export const foreignUrlsOf = (urls: readonly CaseUrl[]): string[] =>
  urls.filter(({ videoId }) => videoId === null).map(({ url }) => url);

interface NewEntry {
  kind: CaseEntryKind;
  text?: string;
  /** The admin's username; undefined for entries by the reporter or by the site itself. */
  admin?: string;
  /** Shown to the reporter on the status page. */
  isPublic: boolean;
  details?: object;
}

export const addEntry = async (
  tx: Db,
  caseId: number,
  { kind, text = '', admin, isPublic, details }: NewEntry,
): Promise<number> => {
  const { id } = await tx
    .insertInto('case_entries')
    .values({
      case_id: caseId,
      kind,
      text,
      admin: admin ?? null,
      is_public: isPublic,
      details: details ? JSON.stringify(details) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Adds a note for admins. It doesn't affect decisions, so it needs no expected version. */
export const addNote = (db: Db, actor: Actor, { id, text }: { id: number; text: string }): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { number } = await lockCase(tx, id, undefined);
    await addEntry(tx, id, { kind: 'note', text, admin: actor.admin, isPublic: false });
    await recordChange(tx, actor, { action: 'add', entity: 'case', entityId: id, after: { name: number, note: text } });
  });
