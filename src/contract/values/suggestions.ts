/** The search box suggests by the same limits as the API. */
export const suggestionLimits = { text: 200, perKind: 3, total: 8 } as const;
