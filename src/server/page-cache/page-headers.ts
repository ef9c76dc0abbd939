import type { Encoding, KeptPage } from './kept-page.ts';

/** How long a proxy may send its copy on without asking: a page that was taken down is gone everywhere soon after. */
const proxySeconds = 30;
const proxyPolicy = `s-maxage=${proxySeconds}, stale-while-revalidate=300`;

/** A browser asks each time and is mostly told that nothing changed. Data fetched on a hover serves the click after it. */
export const cachePolicy = (isData: boolean) => `public, max-age=${isData ? 10 : 0}, ${proxyPolicy}`;

/** Weak: the same text may be compressed better the next time. */
const tagOf = ({ hash }: KeptPage, encoding: Encoding) => `W/"${hash}-${encoding}"`;

/** Whether the browser says that it has these very bytes. */
export const isKnown = (page: KeptPage, encoding: Encoding, knownTags: string | undefined) =>
  knownTags !== undefined && page.status === 200 && knownTags.includes(`"${page.hash}-${encoding}"`);

/** The headers that go with a page, and with its body unless that is left out. */
export const headersOf = (page: KeptPage, encoding: Encoding, { withBody }: { withBody: boolean }) => ({
  ...page.headers,
  etag: tagOf(page, encoding),
  vary: 'Accept-Encoding',
  ...(withBody && encoding !== 'identity' ? { 'content-encoding': encoding } : {}),
});
