import { onPage } from '../lists/list-meta.ts';
import type { VideoPage } from '../lists/video-page.ts';
import { selectedOf } from './labels.ts';
import { isNarrowed } from './narrowing.ts';

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
