import type { Catalogue } from '../index/catalogue.ts';
import type { Filter } from './filters.ts';
import { findMatches } from './matching.ts';
import { type CountedName, describeNewest } from './newest-videos.ts';

export interface Companions {
  tags: string[];
  performers: string[];
}

const slugsOf = (names: CountedName[]) => names.map(({ slug }) => slug);

/** Slugs of the tags and performers that most often occur together with a name on its newest videos. */
const findCompanions = (catalogue: Catalogue, filter: Filter): Companions => {
  const matches = findMatches(catalogue, filter);
  if (!matches) return { tags: [], performers: [] };
  const { tags, performers } = describeNewest(catalogue, matches, filter);
  return { tags: slugsOf(tags), performers: slugsOf(performers) };
};

export const tagCompanions = (catalogue: Catalogue, tag: string) => findCompanions(catalogue, { tag });
export const performerCompanions = (catalogue: Catalogue, performer: string) =>
  findCompanions(catalogue, { performer });
