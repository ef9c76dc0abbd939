import { isNarrowed, selectedOf } from '../narrowing/narrowing.ts';
import type { VideoPage } from './video-page.ts';

/** URLs of the previous and next page. A page past the end has neither. */
export const neighbours = (
  { page, totalPages }: Pick<VideoPage, 'page' | 'totalPages'>,
  hrefOf: (page: number) => string,
) => ({
  previous: page > 1 && page <= totalPages ? hrefOf(page - 1) : undefined,
  next: page < totalPages ? hrefOf(page + 1) : undefined,
});

/** Makes titles and descriptions of later pages unique. */
export const withPageNumber = (text: string, page: number) => (page > 1 ? `${text}, page ${page}` : text);

/** Keeps empty pages out of search engines. */
export const isIndexed = ({ videos }: VideoPage) => videos.length > 0;

/**
 * Overrides the head of a narrowed list. robots.txt keeps search engines from it, as they would otherwise find the same
 * videos under thousands of URLs. Its canonical URL, which previews of links and browsers read, is the whole list's.
 */
export const narrowedHead = ({ narrowing, facets, page }: VideoPage, heading: string, path: string) => {
  if (!isNarrowed(narrowing)) return {};
  const labels = selectedOf(narrowing, facets).map(({ label }) => label);
  const title = withPageNumber(`${heading}: ${labels.join(', ')}`, page);
  return { title, description: `${title}.`, path, isIndexed: 'disallowed' as const };
};
