import type { BulkChangeBody, BulkChangeRecord, SkippedPostRecord } from '#contract/bulk-changes.ts';
import type { BulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import type { Change, GivenRecords, NameRef } from '#domain/bulk-changes/change.ts';
import type { SkippedPost } from '#domain/bulk-changes/read-skipped.ts';
import type { RequestedChange } from '#domain/bulk-changes/resolve-change.ts';
import { ValidationError } from '#domain/errors.ts';

const requestedState = ({ state, publishAt }: BulkChangeBody): RequestedChange => {
  if (state === undefined) throw new ValidationError('Choose a state.');
  if (state !== 'scheduled') return { kind: 'setState', state };
  if (publishAt === undefined) throw new ValidationError('Choose when the posts are to be published.');
  const at = new Date(publishAt);
  if (at.getTime() <= Date.now()) throw new ValidationError('Choose a time in the future.');
  return { kind: 'setState', state, publishAt: at };
};

/** Blank ones keep what a post has: records are not removed from many posts at once. */
const givenRecords = ({ source, rightsHolder, consent, recordDate }: BulkChangeBody): GivenRecords => {
  const given = Object.entries({ source, rightsHolder, consent, recordDate: recordDate ?? '' }).flatMap(
    ([part, text]) => (text?.trim() ? [[part, text.trim()]] : []),
  );
  if (given.length === 0) throw new ValidationError('Enter at least one part of the records.');
  return Object.fromEntries(given);
};

export const fromBulkChangeBody = (body: BulkChangeBody): RequestedChange => {
  const { kind, tags = [], stars = [], Category: category, partner } = body;
  switch (kind) {
    case 'addTags':
    case 'removeTags':
      return { kind, tags };
    case 'addStars':
      return { kind: 'addPerformers', performers: stars };
    case 'removeStars':
      return { kind: 'removePerformers', performers: stars };
    case 'setCategory':
      if (category === undefined) throw new ValidationError('Choose a category.');
      return { kind, category };
    case 'setPartner':
      if (partner === undefined) throw new ValidationError('Choose a network, or none.');
      return { kind, partnerId: partner === null ? null : Number(partner) };
    case 'setRecords':
      return { kind, records: givenRecords(body), onlyMissing: body.onlyMissing ?? false };
    case 'setState':
      return requestedState(body);
    case 'replaceLinks':
      return { kind, from: body.from ?? '', to: body.to ?? '' };
    default:
      return { kind };
  }
};

const namesOf = (refs: readonly NameRef[]) => refs.map(({ name }) => name);

const toChangeRecord = (change: Change): BulkChangeRecord['change'] => {
  switch (change.kind) {
    case 'addTags':
    case 'removeTags':
      return { kind: change.kind, tags: namesOf(change.tags) };
    case 'addPerformers':
      return { kind: 'addStars', stars: namesOf(change.performers) };
    case 'removePerformers':
      return { kind: 'removeStars', stars: namesOf(change.performers) };
    case 'replaceTags':
      return { kind: 'replaceTags', tags: namesOf(change.from), to: change.to?.name ?? null };
    case 'replacePerformers':
      return { kind: 'replaceStars', stars: namesOf(change.from), to: change.to?.name ?? null };
    case 'setCategory':
      return { kind: 'setCategory', Category: change.category };
    case 'setPartner':
      return { kind: 'setPartner', partner: change.partner?.name ?? null };
    case 'setRecords':
      return { kind: 'setRecords', ...change.records, onlyMissing: change.onlyMissing };
    default:
      return change;
  }
};

export const toBulkChangeRecord = (bulkChange: BulkChange): BulkChangeRecord => ({
  _id: String(bulkChange.id),
  admin: bulkChange.admin,
  change: toChangeRecord(bulkChange.change),
  byFilter: bulkChange.filter !== null,
  state: bulkChange.state,
  total: bulkChange.total,
  done: bulkChange.done,
  changed: bulkChange.changed,
  skipped: bulkChange.skipped,
  undone: bulkChange.undone,
  notUndone: bulkChange.notUndone,
  error: bulkChange.error,
  startedAt: bulkChange.startedAt.toISOString(),
  endedAt: bulkChange.endedAt?.toISOString() ?? null,
  undoneBy: bulkChange.undoneBy,
  undoEndedAt: bulkChange.undoEndedAt?.toISOString() ?? null,
  isUndoable: bulkChange.isUndoable,
});

export const toSkippedPostRecord = ({ id, title, isDeleted, reason, missing }: SkippedPost): SkippedPostRecord => ({
  _id: String(id),
  titel: title,
  isDeleted,
  reason,
  missing,
});
