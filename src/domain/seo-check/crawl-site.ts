import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { descriptionLength, maxClicks, type SeoProblemKind, seoProblemKinds } from '#contract/values/checks.ts';
import { readRobotsRules } from '#domain/fetching/robots-rules.ts';
import type { FetchedPage, FetchPage } from './fetch-page.ts';

/** The path and query of a link, or undefined if it leaves the site. */
const sitePath = (href: string, from: string, siteUrl: string): string | undefined => {
  if (!URL.canParse(href, siteUrl + from)) return undefined;
  const url = new URL(href, siteUrl + from);
  return url.origin === new URL(siteUrl).origin ? url.pathname + url.search : undefined;
};

export interface SeoProblem {
  kind: SeoProblemKind;
  /** Path of the affected page. */
  path: string;
  /** A short description. */
  detail: string;
  /** The page that links to it. */
  from?: string;
}

export interface SeoReport {
  /** Number of problems by kind. */
  counts: Partial<Record<SeoProblemKind, number>>;
  /** The first problems of each kind. */
  examples: SeoProblem[];
  /** True if all pages were checked. */
  isComplete: boolean;
}

/** Per kind. More usually have the same cause. */
const maxExamples = 100;

const createReport = () => {
  const counts: SeoReport['counts'] = {};
  const examples: SeoProblem[] = [];
  return {
    add: (problem: SeoProblem) => {
      const count = (counts[problem.kind] ?? 0) + 1;
      counts[problem.kind] = count;
      if (count <= maxExamples) examples.push(problem);
    },
    finish: (isComplete: boolean): SeoReport => ({
      counts,
      examples: seoProblemKinds.flatMap((kind) => examples.filter((problem) => problem.kind === kind)),
      isComplete,
    }),
  };
};

type OpenReport = ReturnType<typeof createReport>;

/** The parts of a page that search engines read. */
interface PageFacts {
  title: string;
  description: string;
  canonical: string;
  /** The robots meta tag. */
  robots: string;
  /** Number of h1 elements. */
  headings: number;
  /** The href attributes, except of links with nofollow. */
  links: string[];
  /** The text of the main element. */
  text: string;
}

const collapseSpace = (text: string) => text.replace(/\s+/g, ' ').trim();

const readPageFacts = (html: string): PageFacts => {
  const facts: PageFacts = { title: '', description: '', canonical: '', robots: '', headings: 0, links: [], text: '' };
  let isTitle = false;
  let mainDepth = 0;
  let depth = 0;
  const readMeta = ({ name, content = '' }: Record<string, string>) => {
    if (name === 'description') facts.description = collapseSpace(content);
    if (name === 'robots') facts.robots = `${facts.robots},${content}`;
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      const { rel = '', href } = attributes;
      if (name === 'title' && facts.title === '') isTitle = true;
      if (name === 'meta') readMeta(attributes);
      if (name === 'link' && rel === 'canonical') facts.canonical = href ?? '';
      if (name === 'h1') facts.headings += 1;
      if (name === 'main') mainDepth = depth;
      if (name === 'a' && href !== undefined && !/\bnofollow\b/.test(rel)) facts.links.push(href);
    },
    ontext: (data) => {
      if (isTitle) facts.title += data;
      if (mainDepth > 0) facts.text += `${data} `;
    },
    onclosetag: (name) => {
      if (name === 'title') isTitle = false;
      if (name === 'main' && depth === mainDepth) mainDepth = 0;
      depth -= 1;
    },
  });
  parser.end(html);
  facts.title = collapseSpace(facts.title);
  facts.text = collapseSpace(facts.text);
  return facts;
};

/** The pages or sitemaps that a sitemap lists. Images and videos have other elements for their URLs. */
const locationsOf = (xml: string) => {
  const locations: string[] = [];
  let isLocation = false;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        isLocation = name === 'loc';
        if (isLocation) locations.push('');
      },
      ontext: (data) => {
        if (isLocation) locations.push((locations.pop() ?? '') + data);
      },
      onclosetag: () => {
        isLocation = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return locations.map((location) => location.trim());
};

const isIndex = (xml: string) => xml.includes('<sitemapindex');

export interface SitemapOptions {
  fetchPage: FetchPage;
  siteUrl: string;
  maxPaths: number;
  /** Called with the number of paths so far: the sitemaps of a large site take minutes to read. */
  onProgress: (found: number) => Promise<void>;
}

/** Reads paths from the sitemaps, up to `maxPaths`. */
const readSitemap = async (options: SitemapOptions): Promise<Set<string>> => {
  const { fetchPage, siteUrl, maxPaths, onProgress } = options;
  const paths = new Set<string>();
  const readInto = async (path: string) => {
    const { body } = await fetchPage(path);
    await onProgress(paths.size);
    const listsSitemaps = isIndex(body);
    for (const location of locationsOf(body)) {
      const listed = sitePath(location, '/', siteUrl);
      if (listed === undefined || paths.size >= maxPaths) continue;
      if (listsSitemaps) await readInto(listed);
      else paths.add(listed);
    }
  };
  await readInto('/sitemap.xml');
  return paths;
};

export interface CrawledPage {
  path: string;
  /** The first page that links to it. */
  from: string | undefined;
  /** Clicks from the home page. Infinity if no link leads there. */
  clicks: number;
  response: FetchedPage;
  /** Set for HTML pages. */
  facts: PageFacts | undefined;
}

interface PageCheckerOptions {
  report: OpenReport;
  siteUrl: string;
  /** The paths in the sitemap. */
  listed: ReadonlySet<string>;
}

/** Why search engines would not index a page, or undefined if they would. */
const reasonNotIndexed = ({ path, response, facts }: CrawledPage, siteUrl: string) => {
  if (response.status !== 200) return `answers ${response.status}`;
  if (/noindex/.test(response.robots) || /noindex/.test(facts?.robots ?? '')) return 'says noindex';
  const canonical = facts && facts.canonical !== '' ? sitePath(facts.canonical, path, siteUrl) : path;
  return canonical === path ? undefined : `names ${canonical ?? facts?.canonical} as canonical`;
};

/** A short hash, because one is kept in memory for every text of the site. */
const digestOf = (text: string) => createHash('sha1').update(text.toLowerCase()).digest('base64');

const lengthOf = (text: string) => [...text].length;

/** Checks pages one by one, and keeps hashes of their texts to find duplicates. */
const pageChecker = ({ report, siteUrl, listed }: PageCheckerOptions) => {
  const firstWith = new Map<string, string>();
  const checkUnique = (kind: SeoProblemKind, path: string, value: string) => {
    if (value === '') return;
    const key = kind + digestOf(value);
    const first = firstWith.get(key);
    if (first === undefined) firstWith.set(key, path);
    else report.add({ kind, path, detail: `the same as ${first}` });
  };

  const checkTexts = (path: string, facts: PageFacts) => {
    const missing = [
      facts.title === '' && 'title',
      facts.description === '' && 'description',
      facts.headings === 0 && 'heading',
    ].filter((name) => name !== false);
    if (missing.length > 0) report.add({ kind: 'missing-text', path, detail: `no ${missing.join(', no ')}` });
    const length = lengthOf(facts.description);
    if (length > 0 && (length < descriptionLength.min || length > descriptionLength.max))
      report.add({ kind: 'description-length', path, detail: `${length} characters` });
    checkUnique('duplicate-title', path, facts.title);
    checkUnique('duplicate-description', path, facts.description);
    checkUnique('duplicate-text', path, facts.text);
  };

  return (page: CrawledPage) => {
    const { path, from, clicks, response, facts } = page;
    const { status } = response;
    const link = from === undefined ? {} : { from };
    if (status >= 500) report.add({ kind: 'failing-page', path, detail: `answers ${status}`, ...link });
    else if (status >= 400 && from !== undefined)
      report.add({ kind: 'broken-link', path, detail: `answers ${status}`, ...link });
    else if (status >= 300 && from !== undefined)
      report.add({ kind: 'redirected-link', path, detail: `leads to ${response.location}`, ...link });
    const reason = reasonNotIndexed(page, siteUrl);
    if (listed.has(path)) {
      if (reason !== undefined) report.add({ kind: 'not-indexable', path, detail: reason });
      if (clicks > maxClicks && Number.isFinite(clicks))
        report.add({ kind: 'too-deep', path, detail: `${clicks} clicks`, ...link });
      if (clicks === Number.POSITIVE_INFINITY) report.add({ kind: 'orphan', path, detail: 'no page links to it' });
    }
    if (reason === undefined && facts) checkTexts(path, facts);
  };
};

export interface CrawlProgress {
  /** Pages read so far. */
  read: number;
  /** Pages discovered so far. */
  known: number;
}

export interface CrawlOptions {
  fetchPage: FetchPage;
  siteUrl: string;
  /** Limits memory. A larger site is only checked partially, and the report says so. */
  maxPages: number;
  /** Waits after each page for as long as it took, which leaves at least half of the CPU to visitors. */
  isGentle: boolean;
  onProgress: (progress: CrawlProgress) => Promise<void>;
  signal: AbortSignal;
}

type QueuedPage = Pick<CrawledPage, 'path' | 'from' | 'clicks'>;

/** Crawls the site breadth-first from the home page, as a search engine would, and checks each page. */
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
  const queue: QueuedPage[] = [];
  const known = new Set<string>();
  const add = (page: QueuedPage) => {
    if (known.has(page.path) || !robots.isAllowed(siteUrl + page.path)) return;
    known.add(page.path);
    queue.push(page);
  };

  const readPage = async ({ path, from, clicks }: QueuedPage) => {
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
      await readPage(queue[read] as QueuedPage);
      await onProgress({ read: read + 1, known: known.size });
      if (isGentle) await wait(performance.now() - started, undefined, { signal });
    }
  };
  await readAll();
  // Orphans: pages that the sitemap lists, but no page links to.
  if (read < maxPages) for (const path of listed) add({ path, from: undefined, clicks: Number.POSITIVE_INFINITY });
  await readAll();
  return report.finish(read === queue.length);
};
