import autocannon from 'autocannon';

/** Space for a few dozen pages, so that with hundreds requested in turn, every request is a cache miss. */
export const smallPageCache = { PAGE_CACHE_MB: '1' };

const lists = ['/new-content', '/top-videos', '/most-liked'];
const pagesOfEach = 600;

export const uncachedPaths = lists.flatMap((list) =>
  Array.from({ length: pagesOfEach }, (_, n) => `${list}?page=${n + 2}`),
);

const seconds = 3;
const connections = 8;

/** Uncached list pages rendered per second. */
export const renderRate = async (url: string): Promise<number> => {
  // One counter for all connections: otherwise, they would request the same pages, which one of them puts into the cache.
  let sent = 0;
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: uncachedPaths[sent++ % uncachedPaths.length],
    headers: { 'accept-encoding': 'br' },
  });
  const result = await autocannon({ url, connections, duration: seconds, requests: [{ setupRequest }] });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} pages were refused`);
  return result.requests.average;
};
