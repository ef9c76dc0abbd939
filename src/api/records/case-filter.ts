import type { CaseFilterFields } from '#contract/removals.ts';
import type { QueueFilter } from '#domain/cases/queue-filter.ts';

export const choiceOf = { yes: true, no: false, '': undefined };

/** A filter of the queue from the wire, as the domain knows it. */
export const fromCaseFilter = ({ overdue, complete, proof, ...same }: CaseFilterFields): QueueFilter => ({
  status: same.status,
  kind: same.kind,
  sender: same.sender,
  video: same.video,
  flag: same.flag,
  search: same.search,
  isOverdue: overdue === 'yes',
  isComplete: choiceOf[complete],
  hasProof: choiceOf[proof],
  isPublic: same.public === 'yes',
});
