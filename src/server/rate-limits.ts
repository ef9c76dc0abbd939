import type { Config } from './config.ts';

/** Files that browsers load many of, and what monitoring polls. */
const cheap = /^\/(api\/)?(art|uploads|assets|healthz|readyz)(\/|$)/;
const cheapFactor = 10;

/** Cheap requests are counted apart from the others, with a higher limit. */
export const isCheap = (url: string) => cheap.test(url);

/** Per minute and visitor. Cached pages have this limit too, before they count like other pages. */
export const cheapRateLimit = ({ rateLimit }: Pick<Config, 'rateLimit'>) => rateLimit * cheapFactor;
