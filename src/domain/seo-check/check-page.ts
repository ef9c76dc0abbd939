import { createHash } from 'node:crypto';
import { descriptionLength, maxClicks, type SeoProblemKind } from '#contract/values/seo-problems.ts';
import type { FetchedPage } from './fetch-page.ts';
import type { PageFacts } from './page-facts.ts';
import type { OpenReport } from './report.ts';
import { sitePath } from './site-url-path.ts';

export interface CrawledPage {
  path: string;
  /** The page that links to it; the first of them, if there are several. */
  from: string | undefined;
  /** Clicks from the home page; infinite if no link leads there. */
  clicks: number;
  response: FetchedPage;
  /** Only of HTML pages. */
  facts: PageFacts | undefined;
}

interface PageCheckerOptions {
  report: OpenReport;
  siteUrl: string;
  /** The paths in the sitemap. */
  listed: ReadonlySet<string>;
}

/** Why search engines would leave a page out, if they would. */
const reasonNotIndexed = ({ path, response, facts }: CrawledPage, siteUrl: string) => {
  if (response.status !== 200) return `answers ${response.status}`;
  if (/noindex/.test(response.robots) || /noindex/.test(facts?.robots ?? '')) return 'says noindex';
  const canonical = facts && facts.canonical !== '' ? sitePath(facts.canonical, path, siteUrl) : path;
  return canonical === path ? undefined : `names ${canonical ?? facts?.canonical} as canonical`;
};

/** Short, because one is kept of every text of the site. */
const digestOf = (text: string) => createHash('sha1').update(text.toLowerCase()).digest('base64');

const lengthOf = (text: string) => [...text].length;

/** Checks pages one by one, and remembers what it needs to recognise duplicates. */
export const pageChecker = ({ report, siteUrl, listed }: PageCheckerOptions) => {
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
