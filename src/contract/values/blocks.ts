/** What a block keeps from visitors: everything of one host, performer or partner. */
export const blockKinds = ['host', 'performer', 'partner'] as const;
export type BlockKind = (typeof blockKinds)[number];
