export const yearSeconds = 31_536_000;

/**
 * For responses that show posts. A removed post must be gone within five seconds, of which the site itself takes up to
 * three, so a shared cache (proxy, CDN) must revalidate its copy after a second, usually with a 304.
 */
export const sharedForOneSecond = 's-maxage=1, proxy-revalidate';

/** For files whose content never changes under their name. */
export const immutable = `public, max-age=${yearSeconds}, immutable`;
export const forOneDay = 'public, max-age=86400';
export const forOneHour = 'public, max-age=3600';
export const forOneMinute = 'public, max-age=60';
export const forTenMinutes = 'public, max-age=600';
