import { expect, inject, it } from 'vitest';
import { createRandom, pick } from '#domain/demo/random.ts';
import { wordsOf } from '#domain/search/index/words.ts';
import { fewVideos } from '#domain/search/queries/alternatives.ts';
import { findPage } from '#domain/search/queries/page.ts';
import { type PlainVideo, searchPlainly } from '../../search/plain-search.ts';
import { smallCatalogue } from './small-catalogue.ts';

const random = createRandom(16);
const words = ['harbour', 'harbours', 'lantern', 'lanterns', 'paper boats', 'copper', 'at', 'the'];
const tags = ['harbour', 'night train', 'lantern'];

const videos = Array.from({ length: 2 * fewVideos }, (_, n) => ({
  id: n + 1,
  publishedAt: (n + 1) * 1_000,
  views: Math.floor(random() * 1_000),
  title: Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(random, words)).join(' '),
  tags: [pick(random, tags)],
}));

const plainVideos = videos.map(
  ({ title, tags: own, ...video }): PlainVideo => ({
    ...video,
    category: 'english',
    title: [...new Set(wordsOf(title))],
    names: own.map((name) => ({ slug: name.replace(' ', '-'), wholes: [name], words: wordsOf(name) })),
    tags: own,
    performers: [],
  }),
);

const catalogue = await smallCatalogue(videos);

const inGate = ['harbour lantern', 'harbuor lantren', 'nighttrain harbour'];
const inAll = ['harbour', 'title:lantern at', 'harbuor', 'title:lantrn hrabour paper', 'papre harbours', 'harbour l'];

it.each(inject('isAll') ? [...inGate, ...inAll] : inGate)(
  'finds the same among many videos as a plain reading of each: %s',
  (search) => {
    const expected = searchPlainly(plainVideos, search, { category: '' }, 'best');
    expect(expected.ids.length).toBeGreaterThan(100);
    const answer = findPage(catalogue, { search, order: 'best', page: 1, limit: videos.length });
    expect(answer).toEqual({ ...expected, total: expected.ids.length });
  },
);
