/** In seconds. */
export const yearSeconds = 31_536_000;

/** For files that never change under their name. */
export const immutable = `public, max-age=${yearSeconds}, immutable`;
export const forOneDay = 'public, max-age=86400';
export const forOneHour = 'public, max-age=3600';
