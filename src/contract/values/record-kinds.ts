/** Records that can be deleted and restored, by their names in URLs. */
export const deletedKinds = ['posts', 'stars', 'networks', 'channels', 'terabox'] as const;
export type DeletedKind = (typeof deletedKinds)[number];

/** How long a deleted record can be restored before it is removed for good. */
export const restorableDays = 30;

export const canBeRestored = `It can be restored for ${restorableDays} days.`;

export const canBeUndone = `It can be undone for ${restorableDays} days.`;

/** Kinds of blocks, in the words of the API and the screens. */
export const blockKinds = ['host', 'star', 'network'] as const;
export type BlockedKind = (typeof blockKinds)[number];

/** States of a block. While hiding or restoring, the background job has not reached all of its posts. */
export const blockStates = ['hiding', 'in_force', 'restoring', 'lifted'] as const;
export type BlockState = (typeof blockStates)[number];

/** Kinds of lists of videos with a page and texts. 'list' means popularity and audience lists. */
export const listKinds = ['list', 'category', 'tag', 'performer'] as const;
export type ListKind = (typeof listKinds)[number];

/** Records other than posts that are checked for prohibited terms, by their names in the audit log. */
export const matchedKinds = [
  'tag',
  'star',
  'network',
  'channel',
  'file_link',
  'list_text',
  'synonym',
  'search_redirect',
] as const;
export type MatchedKind = (typeof matchedKinds)[number];

export const mailStatuses = ['waiting', 'sent', 'failed'] as const;
export type MailStatus = (typeof mailStatuses)[number];
