/** What can be deleted and restored, by the names that URLs use. */
export const deletedKinds = ['posts', 'stars', 'networks', 'channels', 'terabox'] as const;
export type DeletedKind = (typeof deletedKinds)[number];
