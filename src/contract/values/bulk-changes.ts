export const bulkChangeStates = ['running', 'stopped', 'finished', 'failed', 'undoing', 'undone'] as const;
export type BulkChangeState = (typeof bulkChangeStates)[number];

/** Why a bulk change, or its undoing, left a post alone. */
export const skipReasons = ['gone', 'full', 'incomplete', 'refused', 'changed'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** Of posts that are selected one by one; more are selected by a filter. */
export const maxSelectedPosts = 5000;

/** Of names in one change. */
export const maxChangedNames = 20;

/** For how many days a bulk change can be undone. */
export const undoableDays = 30;

/** What admins can do to many posts at once. */
export const bulkChangeKinds = [
  'addTags',
  'removeTags',
  'addStars',
  'removeStars',
  'setCategory',
  'setPartner',
  'setRecords',
  'setState',
  'replaceLinks',
  'delete',
  'restore',
] as const;
export type BulkChangeKind = (typeof bulkChangeKinds)[number];
