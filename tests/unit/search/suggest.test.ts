/** Which tags and performers are suggested for a text, and in which order. */
import { describe, expect, test } from 'vitest';
import { namesInSearch, suggest } from '#domain/search/queries/suggestions.ts';
import { smallCatalogue } from './small-catalogue.ts';

const slugs = (names: { slug: string }[]) => names.map(({ slug }) => slug);

describe('suggestions while somebody types', () => {
  const tagsFor = async (typed: string, tags: string[][]) =>
    slugs(suggest(await smallCatalogue(tags.map((own, at) => ({ id: at + 1, tags: own }))), typed).tags);

  test('names with a word that begins with the text come before more popular ones that contain it', async () => {
    const popular = ['upriver', 'wide river', 'riverside'];
    expect(await tagsFor('RIVER', [popular, ['upriver'], ['upriver', 'wide river']])).toEqual([
      'wide-river',
      'riverside',
      'upriver',
    ]);
  });

  test('the whole name comes first, however rare', async () => {
    const others = ['night train', 'night bus', 'night ferry'];
    expect(await tagsFor('night', [others, others, ['night']])).toEqual(['night', 'night-bus', 'night-ferry']);
  });

  test('hyphens are spaces, in names and in the text', async () => {
    expect(await tagsFor('big c', [['big-city']])).toEqual(['big-city']);
    expect(await tagsFor('big-c', [['Big City']])).toEqual(['big-city']);
    expect(await tagsFor('-', [['big-city']])).toEqual([]);
  });

  test('misspelt names are found where nothing contains the text', async () => {
    const catalogue = await smallCatalogue([
      { id: 1, tags: ['outdoor', 'outdoor pool'], performers: ['Isla Torven'] },
      { id: 2, tags: ['outdoor pool'] },
    ]);
    expect(slugs(suggest(catalogue, 'outdor').tags)).toEqual(['outdoor-pool', 'outdoor']);
    expect(slugs(suggest(catalogue, 'outdor po').tags)).toEqual(['outdoor-pool']);
    expect(slugs(suggest(catalogue, 'torvne isla').performers)).toEqual(['isla-torven']);
    expect(suggest(catalogue, 'qqqq')).toEqual({ tags: [], performers: [] });
  });

  test('none in an empty catalogue, for a blank text, or for one that no name can contain', async () => {
    expect(await tagsFor('a', [])).toEqual([]);
    expect(await tagsFor(' ', [['a']])).toEqual([]);
    expect(await tagsFor('\0', [['a']])).toEqual([]);
  });
});

describe('names in a search', () => {
  test('by the whole text, then by its longest run of words, then by the beginning of its last word', async () => {
    const catalogue = await smallCatalogue([
      { id: 1, tags: ['quay', 'harbour', 'harbour lights', 'harbouring'], performers: ['Isla Torven'] },
      { id: 2, tags: ['harbouring'] },
    ]);
    const tags = (search: string) => slugs(namesInSearch(catalogue, search).tags);
    expect(tags('harbour lights')).toEqual(['harbour-lights', 'harbour']);
    expect(tags('old harbour lights')).toEqual(['harbour-lights', 'harbour']);
    expect(tags('lights harbouri')).toEqual(['harbouring']);
    expect(tags('title:harbour')).toEqual(['harbour', 'harbouring', 'harbour-lights']);
    expect(slugs(namesInSearch(catalogue, 'evening isla').performers)).toEqual(['isla-torven']);
  });

  test('not by one or two letters of a longer search, nor in the middle of a word', async () => {
    const catalogue = await smallCatalogue([{ id: 1, tags: ['quay', 'upriver'] }]);
    expect(slugs(namesInSearch(catalogue, 'a qu evening').tags)).toEqual([]);
    expect(slugs(namesInSearch(catalogue, 'qu').tags)).toEqual(['quay']);
    expect(slugs(namesInSearch(catalogue, 'river').tags)).toEqual([]);
    expect(slugs(namesInSearch(catalogue, '?!').tags)).toEqual([]);
  });
});
