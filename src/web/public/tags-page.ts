import type { PublicClient } from '#contract/calls/client.ts';
import { letterOf } from '#contract/values/names.ts';
import { type Named, namedTags } from '../components/named.ts';

export interface LetterCount {
  letter: string;
  count: number;
}

export interface TagsPage {
  /** In upper case; empty on the page of all tags. */
  letter: string;
  page: number;
  tags: Named[];
  /** Number of tags with this letter, or of all tags. */
  total: number;
  totalPages: number;
  /** Letters that have their own page. Empty if one page shows all tags. */
  letters: LetterCount[];
}

/** The most that one call returns. A catalogue with more tags has a page for each letter. */
const maxTags = 1000;

export const fetchTagsPage = async (client: PublicClient, letter: string, page: number): Promise<TagsPage> => {
  const sort = letter === '' ? 'count' : 'name';
  const { tags, tagNames, pagination } = await client.getTags({ query: { limit: maxTags, letter, page, sort } });
  const { totalCount: total, totalPages } = pagination;
  const { letters } = letter === '' && total <= maxTags ? { letters: [] } : await client.getTagLetters();
  return { letter: letter.toUpperCase(), page, tags: namedTags(tags, tagNames), total, totalPages, letters };
};

/** Sorted names, grouped by uppercase first letter. Names that differ only in case appear once. */
export const groupByLetter = (names: Named[]) => {
  const unique = new Map(names.map((name) => [name.slug.toLowerCase(), name]));
  const sorted = [...unique.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return Object.entries(Object.groupBy(sorted, ({ slug }) => letterOf(slug)))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([letter, group]) => [letter, group ?? []] as const);
};
