/** What can be blocked, as the API and the screens call it. */
export const blockKinds = ['host', 'star', 'network'] as const;
export type BlockedKind = (typeof blockKinds)[number];

/** Whether a block is in force, and whether its posts have followed. */
export const blockStates = ['hiding', 'in_force', 'restoring', 'lifted'] as const;
export type BlockState = (typeof blockStates)[number];
