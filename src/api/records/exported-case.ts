import type { QueuedCase } from '#domain/cases/read-queue.ts';
import { exportedList } from '../http/exported-list.ts';

const fields = [
  'number',
  'kind',
  'status',
  'receivedAt',
  'dueAt',
  'pausedAt',
  'decidedAt',
  'isComplete',
  'hasProof',
  'flags',
  'reporterName',
  'reporterEmail',
  'videoId',
  'subject',
  'urlCount',
  'undecidedCount',
  'heldCount',
  'restorableFrom',
  'restoreBy',
] as const;

const timeOf = (date: Date | null) => date?.toISOString() ?? null;

/** What every admin sees in the queue. */
export const caseFile = exportedList(fields, (found: QueuedCase) => ({
  number: found.number,
  kind: found.kind,
  status: found.status,
  receivedAt: found.receivedAt.toISOString(),
  dueAt: found.dueAt.toISOString(),
  pausedAt: timeOf(found.pausedAt),
  decidedAt: timeOf(found.decidedAt),
  isComplete: found.isComplete,
  hasProof: found.hasProof,
  flags: found.flags,
  reporterName: found.reporterName,
  reporterEmail: found.reporterEmail,
  videoId: found.videoId === null ? null : String(found.videoId),
  subject: found.subject,
  urlCount: found.urlCount,
  undecidedCount: found.undecidedCount,
  heldCount: found.heldCount,
  restorableFrom: timeOf(found.restorableFrom),
  restoreBy: timeOf(found.restoreBy),
}));
