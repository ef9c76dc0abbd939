/** The search box suggests names by the same limits as the API. */
export const suggestionLimits = { text: 200, perKind: 5, total: 8 } as const;
