/** Whose posts results are about. */
export const resultKinds = ['partner', 'source'] as const;
export type ResultKind = (typeof resultKinds)[number];
