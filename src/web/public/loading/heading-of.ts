import { audienceLists } from '#contract/values/audience-lists.ts';
import { categoryPages } from '#contract/values/category-pages.ts';
import { infoPages } from '#contract/values/info-pages.ts';
import { performerNameOf, tagNameOf } from '#contract/values/names.ts';
import { slugOf } from '#contract/values/slug.ts';
import { categoryHref } from '../hrefs.ts';

const fixedHeadings = new Map<string, string>([
  ...Object.entries(audienceLists).map(([path, { heading }]) => [path, heading] as const),
  ...Object.values(infoPages).map(({ path, title }) => [path, title] as const),
  ...categoryPages.map(({ slug, name }) => [categoryHref(slug), name] as const),
  ['/pornstars', 'Models'],
  ['/tags', 'All tags'],
  ['/archive', 'Archive'],
  ['/get-help', 'Help and hotlines'],
  ['/our-network', 'Our network'],
  ['/transparency', 'Transparency'],
  ['/mine', 'Your library: saved only in this browser'],
]);

/** The list that a path is a page of. */
export const listOf = (path: string) =>
  path
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/\/\d+$/, '');

/**
 * The name of a tag or performer as far as its slug tells it. It only says how much room the heading takes: whether the name may be
 * shown, the server decides (decision 054).
 */
export const nameInPath = (path: string) => {
  const [, kind, segment = ''] = path.match(/^\/(tag|pornstar)\/([^/]+)/i) ?? [];
  if (kind === undefined) return undefined;
  try {
    const slug = slugOf(decodeURIComponent(segment));
    return kind.toLowerCase() === 'tag' ? tagNameOf(slug) : performerNameOf(slug);
  } catch {
    return undefined;
  }
};

/** The heading of a page that is still loading: a fixed one, or the same as on the page of its list before. */
export const headingOf = (path: string, currentPath: string, currentHeading: string | null | undefined) =>
  fixedHeadings.get(listOf(path)) ?? (listOf(path) === listOf(currentPath) ? currentHeading : undefined);
