/** Searches of which no video has all words, and words that are quoted or excluded. */
import { describe, expect, it } from 'vitest';
import { fewVideos } from '#domain/search/queries/alternatives.ts';
import { findFacets } from '#domain/search/queries/facets.ts';
import { findPage } from '#domain/search/queries/page.ts';
import { type SmallVideo, smallCatalogue } from './small-catalogue.ts';

const videos: SmallVideo[] = [
  { id: 1, title: 'Paper boats at the harbour', performers: ['Isla Torven'] },
  { id: 2, title: 'Copper boats', tags: ['scarlet'] },
  { id: 3, title: 'Paper oranges' },
  { id: 4, title: 'Oranges and boats', tags: ['paper lantern'] },
  { id: 5, title: 'A scarlet kite', performers: ['Isla Torven'], tags: ['night'] },
  { id: 6, title: 'On Super 8', tags: ['kite'] },
  { id: 7, title: 'Super8 diaries' },
  { id: 8, title: 'Super night', tags: ['reel'] },
];
const catalogue = await smallCatalogue(videos);

const search = (text: string, exact = false) =>
  findPage(catalogue, { search: text, exact, order: 'best', page: 1, limit: 16 });
const idsOf = (text: string) => search(text).ids;

describe('a search of which no video has all words', () => {
  it.each([
    ['a word that finds nothing', 'paper zzzzzz oranges', ['zzzzzz'], [3, 4]],
    ['the later one of two words', 'isla boats scarlet', ['scarlet'], [1]],
    ['an unfinished word', 'copper boats ora', ['ora'], [2]],
    ['as few words as possible, wherever they are', 'oranges isla scarlet night kite', ['oranges'], [5]],
    ['all words but one', 'diaries harbour', ['harbour'], [7]],
  ])('drops %s', (_, text, droppedWords, ids) => {
    expect(search(text)).toEqual({ ids, total: ids.length, droppedWords });
  });

  it('corrects those words that are left', () => {
    expect(search('zzzzzz coper bots')).toEqual({
      ...{ ids: [2], total: 1 },
      ...{ correctedSearch: 'copper boats', droppedWords: ['zzzzzz'] },
    });
  });

  it('corrects three of many misspelt words', async () => {
    const misspelt = await smallCatalogue([{ id: 1, title: 'Alpha bravo charlie delta ember foxtrot golfers hotels' }]);
    const text = 'alpah braov charlei delat embre foxtrto golfesr hotesl';
    expect(findPage(misspelt, { search: text, order: 'best', page: 1, limit: 9 })).toEqual({
      ...{ ids: [1], total: 1, correctedSearch: 'alpha bravo charlie' },
      droppedWords: ['delat', 'embre', 'foxtrto', 'golfesr', 'hotesl'],
    });
  });

  it('is corrected rather than shortened', () => {
    expect(search('papper oranges')).toMatchObject({ ids: [3, 4], correctedSearch: 'paper oranges' });
    expect(search('papper oranges').droppedWords).toBeUndefined();
  });

  it('looks in titles first after title:, then everywhere', () => {
    expect(search('title:paper oranges scarlet')).toEqual({ ids: [3], total: 1, droppedWords: ['scarlet'] });
    expect(search('title:isla night copper')).toMatchObject({ ids: [5], searchedEverywhere: true });
  });

  it('stays empty if the exact text is asked for', () => {
    expect(search('isla boats scarlet', true)).toEqual({ ids: [], total: 0 });
  });

  it('is read the same way in a narrowed list and its counts', () => {
    expect(findFacets(catalogue, { search: 'isla boats scarlet' }).categories).toMatchObject({ english: 1, viral: 0 });
    const narrowed = { search: 'isla boats scarlet', category: 'viral', order: 'best', page: 1, limit: 9 } as const;
    expect(findPage(catalogue, narrowed)).toEqual({ ids: [], total: 0, droppedWords: ['scarlet'] });
  });

  it('takes any number of words, of which the rarest decide', () => {
    const words = Array.from({ length: 150 }, (_, n) => `nothing${'abcdefghij'[n % 10]}${n}`);
    expect(search(['scarlet', ...words, 'kite', 'night'].join(' '))).toEqual({
      ...{ ids: [5], total: 1 },
      droppedWords: words,
    });
  });

  it('finds what two of three common words have together', async () => {
    const many = Array.from({ length: 3 * fewVideos }, (_, n) => {
      const [one, other] = ['amber', 'basil', 'cedar'].filter((_, at) => at !== n % 3);
      return { id: n + 1, title: n % 2 === 0 && n % 3 === 1 ? `${one} ${other}` : `${n % 2 === 0 ? one : 'dune'}` };
    });
    const large = await smallCatalogue(many);
    const { droppedWords, total } = findPage(large, { search: 'cedar basil amber', order: 'best', page: 1, limit: 1 });
    expect(droppedWords).toEqual(['basil']);
    expect(total).toBe(fewVideos / 2);
  });
});

describe('what is excluded', () => {
  it.each([
    ['a word', 'boats -copper', [1, 4]],
    ['another form of the word', 'boats -orange', [1, 2]],
    ['a word in the names', 'boats -isla', [2, 4]],
    ['a phrase', 'oranges -"paper oranges"', [4]],
    ['the words of a name', 'scarlet -isla-torven', [2]],
    ['several words', 'boats -copper -isla', [4]],
    ['words of a search that is corrected', 'bots -copper', [1, 4]],
  ])('%s: %s', (_, text, ids) => {
    expect(idsOf(text).toSorted()).toEqual(ids);
  });

  it('may be all that is typed', () => {
    expect(search('-boats -super')).toEqual({ ids: [7, 5, 3], total: 3 });
    expect(findFacets(catalogue, { search: '-boats -super' }).categories).toMatchObject({ english: 3 });
  });

  it('stays excluded when words are dropped or corrected', () => {
    expect(search('boats zzzzzz -copper')).toMatchObject({ total: 2, droppedWords: ['zzzzzz'] });
    expect(search('bots -copper').correctedSearch).toBe('boats -copper');
    expect(search('boats -boats')).toEqual({ ids: [], total: 0 });
  });

  it('is nothing after a hyphen inside a word, or a dash between words', () => {
    expect(idsOf('isla-torven')).toEqual([5, 1]);
    expect(idsOf('paper - oranges')).toEqual([3, 4]);
  });
});

describe('what is quoted', () => {
  it.each([
    ['is a phrase of the title', '"boats at the"', [1]],
    ['is not found in another order', '"boats paper"', undefined],
    ['is the whole name of a tag or performer', '"isla torven"', [5, 1]],
    ['is not a part of a name', 'boats "paper"', [1]],
    ['is in its own form', '"orange"', undefined],
    ['is found in other quotation marks', '“paper boats”', [1]],
    ['goes with further words', '"isla torven" kite', [5]],
  ])('%s: %s', (_, text, ids) => {
    const found = search(text);
    expect(found.ignoredQuotes ? undefined : found.ids).toEqual(ids);
  });

  it('is searched for as words if nothing has it', () => {
    expect(search('"boats paper"')).toEqual({ ids: [1, 4], total: 2, ignoredQuotes: true });
    expect(search('"boats paper" scarlet')).toMatchObject({ ignoredQuotes: true, droppedWords: ['scarlet'] });
    expect(search('"boats paper"', true)).toEqual({ ids: [], total: 0 });
  });

  it('is not confused with the same words, the last of which may be unfinished', async () => {
    const titles = ['Paper boats', 'Paper boating', 'Boats of paper'].map((title, at) => ({ id: at + 1, title }));
    const boats = await smallCatalogue(titles);
    const totalOf = (text: string) => findPage(boats, { search: text, order: 'best', page: 1, limit: 1 }).total;
    expect([totalOf('"paper boat"'), totalOf('paper boat')]).toEqual([2, 3]);
    expect([totalOf('paper boat zzzzzz'), totalOf('paper boat')]).toEqual([2, 3]);
  });

  it('is not unfinished', () => {
    expect(search('boa').total).toBe(3);
    expect(search('"boa"').ignoredQuotes).toBe(true);
  });
});

it.each(['super8', 'super 8'])('%s is found with and without the space', (text) => {
  expect(idsOf(text).toSorted()).toEqual([6, 7]);
});
