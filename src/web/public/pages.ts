import { categoryPages, fixedLists } from '#contract/values/categories.ts';
import type { Sort } from '#contract/values/lists.ts';
import { isNameSlug, slugOf } from '#contract/values/names.ts';
import { infoPages } from '#contract/values/public-pages.ts';
import { categoryHref } from './hrefs.ts';

export interface PublicPage {
  /** The route's path, such as `tag/:tag`. First segments are unique, except those of private pages. */
  path: string;
  /** The module in `routes/`, without the extension. */
  file: string;
  /** Query parameters that the page reads. All others are dropped, so that they cannot fill the page cache. */
  query: readonly string[];
  /** The list's default order. Only lists that can be sorted and narrowed have one. */
  ownSort?: Sort | ((parameters: URLSearchParams) => Sort);
  /** Whether later pages of the list are at `path/2`, `path/3`, … */
  numbered?: boolean;
  /** Maps all spellings of the path's parameter to one; lower case by default. */
  normalize?: (parameter: string) => string;
  /**
   * Shown without the age gate, so that minors and victims can read it. Such a page must not show titles or thumbnails
   * of videos, not even when its loader throws.
   */
  isUngated?: boolean;
  /** Its forms post to its own URL when JavaScript is off. */
  takesForms?: boolean;
  /** For a single visitor: rendered for each request and never cached. */
  isPrivate?: boolean;
  /** Paths for the sitemap. Those of videos, tags and performers come from the catalogue. */
  sitemap: readonly string[];
}

/** Impossible names share one key. */
const nameSlug = (parameter: string) => {
  const slug = slugOf(parameter);
  return isNameSlug(slug) ? slug : '-';
};
/** The id before the title, without leading zeros. Impossible ids share one key. */
const idBeforeTitle = (parameter: string) => /^0*([1-9]\d*)(?:-|$)/.exec(parameter)?.[1] ?? '-';

/**
 * Every public page. Routes, page cache keys and sitemap entries come from this table. The home page is the only one
 * without a path.
 */
export const publicPages: readonly PublicPage[] = [
  { path: '', file: 'home', query: [], ownSort: 'newest', numbered: true, sitemap: ['/'] },
  { path: 'tags', file: 'tags', query: ['letter', 'page'], sitemap: ['/tags'] },
  { path: 'pornstars', file: 'performers', query: ['letter', 'search'], numbered: true, sitemap: ['/pornstars'] },
  ...Object.entries(fixedLists).map(([list, { sort }]) => ({
    path: list.slice(1),
    file: 'fixed-list',
    query: ['page'],
    ownSort: sort,
    sitemap: [list],
  })),
  { path: 'archive/:year?/:month?/:day?', file: 'archive', query: ['page'], sitemap: ['/archive'] },
  { path: 'our-network', file: 'our-network', query: [], sitemap: ['/our-network'] },
  ...Object.values(infoPages)
    .filter(({ path }) => path !== infoPages.report.path)
    .map(({ path }) => ({ path: path.slice(1), file: 'info-page', query: [], isUngated: true, sitemap: [path] })),
  {
    path: 'report',
    file: 'report',
    query: ['kind', 'sent'],
    isUngated: true,
    takesForms: true,
    sitemap: [],
  },
  {
    path: 'report/status/:token',
    file: 'report-status',
    query: ['confirm'],
    isUngated: true,
    takesForms: true,
    isPrivate: true,
    sitemap: [],
  },
  // Not in the sitemap: operators choose whether to publish it.
  { path: 'transparency', file: 'transparency', query: ['from', 'to'], isUngated: true, sitemap: [] },
  {
    path: 'category/:slug',
    file: 'category',
    query: ['q', 'exact'],
    // A search within a category puts the best matches first.
    ownSort: (parameters) => (parameters.get('q')?.trim() ? 'best' : 'newest'),
    numbered: true,
    sitemap: categoryPages.map(({ slug }) => categoryHref(slug)),
  },
  { path: 'tag/:tag', file: 'tag', query: [], ownSort: 'newest', numbered: true, normalize: nameSlug, sitemap: [] },
  { path: 'pornstar/:name', file: 'performer', query: ['page'], ownSort: 'newest', normalize: nameSlug, sitemap: [] },
  { path: 'video/:id', file: 'video', query: [], normalize: idBeforeTitle, sitemap: [] },
  { path: 'search', file: 'search', query: ['q', 'page', 'exact'], ownSort: 'best', sitemap: [] },
  { path: 'get-help', file: 'get-help', query: ['country'], isUngated: true, sitemap: [] },
  { path: 'mine', file: 'favourites', query: [], sitemap: [] },
  { path: '404', file: 'not-found', query: [], sitemap: [] },
  { path: 'notfound', file: 'not-found', query: [], sitemap: [] },
];
