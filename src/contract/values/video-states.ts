/** Visitors see published videos alone. A scheduled one is published by itself when its time comes. */
export const videoStates = ['draft', 'scheduled', 'published'] as const;
export type VideoState = (typeof videoStates)[number];
