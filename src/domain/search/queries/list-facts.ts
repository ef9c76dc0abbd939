import { minIndexedVideos } from '#contract/values/indexed-pages.ts';
import { titleSlugOf } from '#contract/values/slug.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { Filter } from './filters.ts';
import { findMatches, type Matches } from './matching.ts';
import { type CountedName, describeNewest, maxCountedVideos } from './newest-videos.ts';

/** What can be said about a list of videos without reading them. */
export interface ListFacts {
  total: number;
  /** The ids of the newest video and, of the newest `maxCountedVideos`, of the one with most views. */
  newest: number;
  mostViewed: number;
  /** Whether the list has more videos than were counted. */
  isSampled: boolean;
  /** Slugs of the names that occur most often, without the list's own. */
  tags: string[];
  performers: string[];
  /** The tag that has exactly these videos, if they were found by a search and search engines may list the tag's page. */
  sameAsTag: string | undefined;
}

const maxNames = 5;
const firstSlugs = (names: CountedName[]) => names.slice(0, maxNames).map(({ slug }) => slug);

/**
 * A search also finds the videos of the tag that it names: with as many videos, both lists are the same. A page that is
 * noindex cannot be the canonical one of a page that is not.
 */
const tagWithSameVideos = ({ terms }: Catalogue, { all }: Matches, search: string | undefined) => {
  const tag = search === undefined ? undefined : terms.tag.bySlug.get(titleSlugOf(search));
  return tag?.videos.size === all.size && all.size >= minIndexedVideos ? tag.slug : undefined;
};

/** Undefined for a list without videos. */
export const listFacts = (catalogue: Catalogue, filter: Filter): ListFacts | undefined => {
  const matches = findMatches(catalogue, filter);
  if (!matches || matches.all.isEmpty) return undefined;
  const { tags, performers, mostViewed } = describeNewest(catalogue, matches, filter);
  const newest = catalogue.columns.ids[matches.all.maximum()] as number;
  return {
    total: matches.all.size,
    newest,
    mostViewed: mostViewed ?? newest,
    isSampled: matches.all.size > maxCountedVideos,
    tags: firstSlugs(tags),
    performers: firstSlugs(performers),
    sameAsTag: tagWithSameVideos(catalogue, matches, filter.search),
  };
};
