import autocannon from 'autocannon';

/** Room for a few dozen pages: of the hundreds that are asked for in turn, none is at hand. */
export const cramped = { PAGE_CACHE_MB: '1' };

const lists = ['/new-content', '/top-videos', '/most-liked'];
const pagesOfEach = 600;

/** Different list pages, over and over. */
export const uncachedPaths = lists.flatMap((list) =>
  Array.from({ length: pagesOfEach }, (_, n) => `${list}?page=${n + 2}`),
);

const seconds = 3;
const connections = 8;

/** How many list pages a second are made anew. */
export const renderRate = async (url: string): Promise<number> => {
  // One counter for all connections: were each to walk a list of its own, one would make the page that seven get.
  let asked = 0;
  const setupRequest = (request: autocannon.Request) => ({
    ...request,
    path: uncachedPaths[asked++ % uncachedPaths.length],
    headers: { 'accept-encoding': 'br' },
  });
  const result = await autocannon({ url, connections, duration: seconds, requests: [{ setupRequest }] });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} pages were refused`);
  return result.requests.average;
};
