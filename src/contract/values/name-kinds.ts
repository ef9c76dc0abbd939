/** What is a name: the API says performer where its URLs take both. */
export const nameKinds = ['tag', 'performer'] as const;
export type NameKind = (typeof nameKinds)[number];

/** What screens and messages call one. */
export const nameWords = { tag: 'tag', performer: 'star' } as const satisfies Record<NameKind, string>;

export const nameActions = ['rename', 'merge', 'split', 'alias', 'delete', 'describe'] as const;
export type NameAction = (typeof nameActions)[number];
