/** How long a deleted record can be restored before it is removed for good. */
export const restorableDays = 30;

export const canBeRestored = `It can be restored for ${restorableDays} days.`;

export const canBeUndone = `It can be undone for ${restorableDays} days.`;
