import { titleSearch } from '#contract/values/lists.ts';
import { between, pick, type Random, shuffled } from '#domain/demo/random.ts';
import type { RandomPath } from './fresh-paths.ts';
import { anyPage, type KnownCatalogue, type KnownList, pagesOf } from './known-catalogue.ts';
import { misspell } from './typed-searches.ts';

/** Visitors don't page further in a search. */
const maxSearchPage = 5;
/** The most frequent words, of which any two occur together in some title. */
const broadestWords = 120;

const orders = ['getpostdata', 'getnewVideos', 'getpopularVideos', 'getTopRate'];

/** In alphabetical order, because the same words in another order are the same search. */
const twoOf = (random: Random, words: string[]) => shuffled(random, words).slice(0, 2).toSorted().join(' ');

export const apiPaths = (known: KnownCatalogue) => {
  const all = { pages: pagesOf(known.videos) };
  const list = (call: string) => (random: Random) => `/api/${call}?page=${anyPage(random, all)}`;
  const search = (text: string, call = 'getpostdata') => `/api/${call}?search=${encodeURIComponent(text)}`;
  const suggest = (text: string) => `/api/suggest?q=${encodeURIComponent(text)}`;
  const searchPage = (random: Random, { name, pages }: KnownList) =>
    `${search(name, pick(random, orders))}&page=${between(random, 1, Math.min(pages, maxSearchPage))}`;
  const words = [...known.broadWords.map(({ name }) => name), ...known.rareWords];
  const broadest = known.broadWords.slice(0, broadestWords).map(({ name }) => name);
  const twoLetters = (random: Random) => pick(random, words).slice(0, 2);

  return {
    newest: list('getnewVideos'),
    popular: list('getpopularVideos'),
    'most liked': list('getTopRate'),
    category: (random: Random) => {
      const category = pick(random, known.categories);
      return `/api/${pick(random, orders)}?category=${category.name}&page=${anyPage(random, category)}`;
    },
    tag: (random: Random) => {
      const tag = pick(random, known.tags);
      return `/api/tags/${tag.name}/posts?page=${anyPage(random, tag)}`;
    },
    performer: (random: Random) => {
      const performer = pick(random, known.performers);
      return `/api/pornstar/${performer.name}?page=${anyPage(random, performer)}`;
    },
    'search, one broad word': (random: Random) => searchPage(random, pick(random, known.broadWords)),
    'search, two broad words': (random: Random) => search(twoOf(random, broadest)),
    'search, a rare word': (random: Random) => search(pick(random, known.rareWords)),
    'search, a misspelt word': (random: Random) => search(misspell(random, pick(random, words))),
    'search, title:': (random: Random) =>
      search(titleSearch(twoOf(random, pick(random, known.sample).titel.toLowerCase().split(' ')))),
    'search, two letters': (random: Random) => searchPage(random, { name: twoLetters(random), pages: maxSearchPage }),
    'suggest, two letters': (random: Random) => suggest(twoLetters(random)),
    'suggest, a word and two letters': (random: Random) => suggest(`${pick(random, words)} ${twoLetters(random)}`),
    related: (random: Random) => {
      const { _id, tags, name } = pick(random, known.sample);
      return `/api/relatedpostData?search=${encodeURIComponent([...tags, ...name].join(' '))}&exclude=${_id}`;
    },
  } satisfies Record<string, RandomPath>;
};
