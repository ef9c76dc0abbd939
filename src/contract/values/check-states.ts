/** How a part of the system is: it works, somebody should look at it, or it does not work. From best to worst. */
export const checkStates = ['ok', 'warning', 'failure'] as const;
export type CheckState = (typeof checkStates)[number];
