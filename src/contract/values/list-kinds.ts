/** The kinds of lists of videos that have a page, and texts of their own: 'list' are those of popularity and audiences. */
export const listKinds = ['list', 'category', 'tag', 'performer'] as const;
export type ListKind = (typeof listKinds)[number];
