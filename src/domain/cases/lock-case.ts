import type { CaseKind, CaseStatus } from '#contract/values/cases.ts';
import { caseNumber } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';

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

/** Locks a case for a change, so that two admins cannot decide it at once. */
export const lockCase = async (tx: Tx, id: number, expectedVersion: number | undefined): Promise<Case> => {
  const row = await tx.selectFrom('cases').select(caseColumns).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such case.');
  if (expectedVersion !== undefined && expectedVersion !== row.version)
    throw new ConflictError('Someone else has changed this case in the meantime. It is shown as it is now.');
  return withNumber(row);
};
