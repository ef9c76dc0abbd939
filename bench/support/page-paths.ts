import { categoryPages, fixedLists } from '#contract/values/categories.ts';
import { between, pick, type Random } from '#domain/demo/random.ts';
import type { RandomPath } from './fresh-paths.ts';
import { anyPage, type KnownCatalogue, type KnownList, pagesOf } from './known-catalogue.ts';

/** The first page of a list has no number, which would be redirected. */
const numbered = (random: Random, list: KnownList, separator = '?page=') => {
  const page = anyPage(random, list);
  return page === 1 ? list.name : list.name + separator + page;
};

/** The lists that the menu links to, by path. */
export const menuLists = ({ videos, categories }: KnownCatalogue): KnownList[] =>
  Object.entries(fixedLists).map(([name, { category }]) => ({
    name,
    pages: categories.find((known) => known.name === category)?.pages ?? pagesOf(videos),
  }));

/** The category pages whose search word is a tag. They have at least as many pages as the tag. */
export const categoryLists = ({ tags }: KnownCatalogue): KnownList[] =>
  categoryPages.flatMap(({ slug, word }) => {
    const tag = tags.find(({ name }) => name === word);
    return tag ? [{ name: `/category/${slug}`, pages: tag.pages }] : [];
  });

export const pagePaths = (known: KnownCatalogue) => {
  const lists = menuLists(known);
  const byCategory = categoryLists(known);
  return {
    list: (random: Random) => numbered(random, pick(random, lists)),
    category: (random: Random) => numbered(random, pick(random, byCategory), '/'),
    tag: (random: Random) => {
      const { name, pages } = pick(random, known.tags);
      return numbered(random, { name: `/tag/${name}`, pages }, '/');
    },
    performer: (random: Random) => {
      const { name, pages } = pick(random, known.performers);
      return numbered(random, { name: `/pornstar/${name}`, pages });
    },
    video: (random: Random) => `/video/${between(random, 1, known.videos)}`,
    search: (random: Random) => `/search?q=${encodeURIComponent(pick(random, known.rareWords))}`,
  } satisfies Record<string, RandomPath>;
};
