import { setTimeout as wait } from 'node:timers/promises';
import { readRobotsRules } from '#domain/fetching/robots-rules.ts';
import { pageChecker } from './check-page.ts';
import type { FetchPage } from './fetch-page.ts';
import { readPageFacts } from './page-facts.ts';
import { readSitemap } from './read-sitemap.ts';
import { createReport, type SeoReport } from './report.ts';
import { sitePath } from './site-url-path.ts';

export interface CrawlProgress {
  /** Pages read so far. */
  read: number;
  /** Pages known so far, read or not. */
  known: number;
}

export interface CrawlOptions {
  fetchPage: FetchPage;
  siteUrl: string;
  /** The check stops here and says so: what it has to remember of each page would fill the memory. */
  maxPages: number;
  /** Waits after each page for as long as the page took, so that visitors have at least half of the processor. */
  isGentle: boolean;
  onProgress: (progress: CrawlProgress) => Promise<void>;
  signal: AbortSignal;
}

interface Found {
  path: string;
  from: string | undefined;
  clicks: number;
}

/** Follows every link from the home page breadth-first, as a search engine would, and checks each page. */
export const crawlSite = async (options: CrawlOptions): Promise<SeoReport> => {
  const { fetchPage, siteUrl, maxPages, isGentle, onProgress, signal } = options;
  const robots = readRobotsRules((await fetchPage('/robots.txt')).body, 'Googlebot');
  const listed = await readSitemap({
    fetchPage,
    siteUrl,
    maxPaths: maxPages,
    onProgress: async (found) => {
      signal.throwIfAborted();
      await onProgress({ read: 0, known: found });
    },
  });
  const report = createReport();
  const check = pageChecker({ report, siteUrl, listed });
  const queue: Found[] = [];
  const known = new Set<string>();
  const add = (found: Found) => {
    if (known.has(found.path) || !robots.isAllowed(siteUrl + found.path)) return;
    known.add(found.path);
    queue.push(found);
  };

  const readPage = async ({ path, from, clicks }: Found) => {
    const response = await fetchPage(path);
    const facts = /^text\/html\b/.test(response.contentType) ? readPageFacts(response.body) : undefined;
    check({ path, from, clicks, response, facts });
    const isRedirect = response.status >= 300 && response.status < 400;
    const links = isRedirect ? [response.location] : (facts?.links ?? []);
    for (const link of links) {
      const target = sitePath(link, path, siteUrl);
      if (target !== undefined) add({ path: target, from: path, clicks: clicks + 1 });
    }
  };

  add({ path: '/', from: undefined, clicks: 0 });
  let read = 0;
  const readAll = async () => {
    for (; read < queue.length && read < maxPages; read++) {
      signal.throwIfAborted();
      const started = performance.now();
      await readPage(queue[read] as Found);
      await onProgress({ read: read + 1, known: known.size });
      if (isGentle) await wait(performance.now() - started, undefined, { signal });
    }
  };
  await readAll();
  // What the sitemap lists and no link has led to.
  if (read < maxPages) for (const path of listed) add({ path, from: undefined, clicks: Number.POSITIVE_INFINITY });
  await readAll();
  return report.finish(read === queue.length);
};
