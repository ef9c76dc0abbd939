/** What a token may do: read lists and exports, change posts, import feeds. */
export const tokenScopes = ['read', 'posts', 'import'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Every token begins with it, so that people and secret scanners recognise one. */
export const tokenStart = 'mq_';

export const tokenLimits = {
  name: 60,
  perAdmin: 20,
  expiryDays: { max: 3650 },
  /** Drafts a day of a token that may only add drafts; as many pictures. */
  dailyLimit: { min: 1, max: 10_000, default: 100 },
};
