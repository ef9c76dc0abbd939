import type { Config } from './config.ts';

/** Files that browsers load many of, and what monitoring polls. */
const cheap = /^\/(api\/)?(art|uploads|picture|assets|healthz|readyz)(\/|$)/;
const cheapFactor = 10;

/** Cheap requests are counted apart from the others, with a higher limit. */
export const isCheap = (url: string) => cheap.test(url);

/** What one node allows of a limit of the whole site, since load balancers send a visitor to any of the nodes. */
export type NodeShare = (limit: number) => number;

/** Rounded up: with more nodes than requests, each still allows one. */
export const nodeShareOf =
  (liveNodes: () => number): NodeShare =>
  (limit) =>
    Math.ceil(limit / liveNodes());

/** Per minute and visitor. Cached pages have this limit too, before they count like other pages. */
export const cheapRateLimit = ({ rateLimit }: Pick<Config, 'rateLimit'>) => rateLimit * cheapFactor;
