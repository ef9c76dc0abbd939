import type { PublicClient } from '#contract/client.ts';
import { letterOf } from '#contract/values/names.ts';
import { type Named, namedTags } from '../components/named.ts';

export interface LetterCount {
  letter: string;
  count: number;
}

export interface TagsPage {
  /** In upper case; empty for the page of all tags. */
  letter: string;
  page: number;
  tags: Named[];
  /** Of all tags, or of those with the letter. */
  total: number;
  totalPages: number;
  /** Empty if one page shows all tags. */
  letters: LetterCount[];
}

/** As many as a call returns. A catalogue with more tags has a page for each letter. */
const maxTags = 1000;

export const fetchTagsPage = async (client: PublicClient, letter: string, page: number): Promise<TagsPage> => {
  const sort = letter === '' ? 'count' : 'name';
  const { tags, tagNames, pagination } = await client.getTags({ query: { limit: maxTags, letter, page, sort } });
  const { totalCount: total, totalPages } = pagination;
  const { letters } = letter === '' && total <= maxTags ? { letters: [] } : await client.getTagLetters();
  return { letter: letter.toUpperCase(), page, tags: namedTags(tags, tagNames), total, totalPages, letters };
};

/** Names by their uppercase first letter, sorted. Names that differ only in case count once. */
export const groupByLetter = (names: Named[]) => {
  const unique = new Map(names.map((name) => [name.slug.toLowerCase(), name]));
  const sorted = [...unique.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return Object.entries(Object.groupBy(sorted, ({ slug }) => letterOf(slug)))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([letter, group]) => [letter, group ?? []] as const);
};
