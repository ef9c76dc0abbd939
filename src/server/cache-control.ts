/** In seconds. */
export const yearSeconds = 31_536_000;

/**
 * For what shows posts: a removed one must be gone within five seconds, of which the site itself takes up to three. A shared cache
 * (proxy, CDN) may therefore answer from its copy for a second and has to ask again then, which is answered by a 304.
 */
export const sharedForOneSecond = 's-maxage=1, proxy-revalidate';

/** For files that never change under their name. */
export const immutable = `public, max-age=${yearSeconds}, immutable`;
export const forOneDay = 'public, max-age=86400';
export const forOneHour = 'public, max-age=3600';
export const forTenMinutes = 'public, max-age=600';
