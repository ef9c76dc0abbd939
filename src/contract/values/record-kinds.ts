/** What can be deleted and restored, by the names that URLs use. */
export const deletedKinds = ['posts', 'stars', 'networks', 'channels', 'terabox'] as const;
export type DeletedKind = (typeof deletedKinds)[number];

/** How long a deleted record can be restored before it is removed for good. */
export const restorableDays = 30;

export const canBeRestored = `It can be restored for ${restorableDays} days.`;

export const canBeUndone = `It can be undone for ${restorableDays} days.`;

/** What can be blocked, as the API and the screens call it. */
export const blockKinds = ['host', 'star', 'network'] as const;
export type BlockedKind = (typeof blockKinds)[number];

/** Whether a block is in force, and whether its posts have followed. */
export const blockStates = ['hiding', 'in_force', 'restoring', 'lifted'] as const;
export type BlockState = (typeof blockStates)[number];

/** The kinds of lists of videos that have a page, and texts of their own: 'list' are those of popularity and audiences. */
export const listKinds = ['list', 'category', 'tag', 'performer'] as const;
export type ListKind = (typeof listKinds)[number];

/** What besides posts is compared with prohibited terms, as the audit log names it. */
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
