import { isNarrowed, selectedOf } from '../narrowing/narrowing.ts';
import type { VideoPage } from './video-page.ts';

/** The previous and next page, for the head. A page past the last one has neither. */
export const neighbours = (
  { page, totalPages }: Pick<VideoPage, 'page' | 'totalPages'>,
  hrefOf: (page: number) => string,
) => ({
  previous: page > 1 && page <= totalPages ? hrefOf(page - 1) : undefined,
  next: page < totalPages ? hrefOf(page + 1) : undefined,
});

/** Titles and descriptions of later pages differ from the first one's. */
export const onPage = (text: string, page: number) => (page > 1 ? `${text}, page ${page}` : text);

/** Empty pages are kept out of search engines. */
export const isIndexed = ({ videos }: VideoPage) => videos.length > 0;

/**
 * What the head of a narrowed list says instead. It is a view of the whole list, which is the canonical page: search
 * engines would find the same videos under thousands of URLs.
 */
export const narrowedHead = ({ narrowing, facets, page }: VideoPage, heading: string, path: string) => {
  if (!isNarrowed(narrowing)) return {};
  const labels = selectedOf(narrowing, facets?.names).map(({ label }) => label);
  const title = onPage(`${heading}: ${labels.join(', ')}`, page);
  return { title, description: `${title}.`, path, isIndexed: false };
};
