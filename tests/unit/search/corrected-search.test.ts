import { expect, it } from 'vitest';
import { createSynonyms } from '#domain/search/index/words.ts';
import { findFacets } from '#domain/search/queries/facets.ts';
import { findPage } from '#domain/search/queries/page.ts';
import { type SmallVideo, smallCatalogue } from './small-catalogue.ts';

const search = async (videos: SmallVideo[], text: string, exact = false) =>
  findPage(await smallCatalogue(videos), { search: text, exact, order: 'best', page: 1, limit: 16 });

const boats: SmallVideo[] = [
  { id: 1, title: 'Paper boats at the harbour' },
  { id: 2, title: 'Copper boats at the harbour' },
  { id: 3, title: 'Paper kites over the city', performers: ['Mirela Tandor'] },
];

it('a misspelt word stands for all words near it: the other words decide', async () => {
  expect(await search(boats, 'papper boats')).toEqual({ ids: [1], total: 1, correctedSearch: 'paper boats' });
  expect(await search([...boats, { id: 4, title: 'Tapet' }], 'papet kites')).toMatchObject({
    ids: [3],
    correctedSearch: 'paper kites',
  });
});

it('corrects several words at once, also in performers and tags', async () => {
  expect(await search(boats, 'papre boast habour')).toMatchObject({ ids: [1], correctedSearch: 'paper boats harbour' });
  expect(await search(boats, 'kites mirella')).toMatchObject({ ids: [3], correctedSearch: 'kites mirela' });
});

it('corrects known words that find nothing together', async () => {
  const videos = [
    { id: 1, title: 'Letters from the valley' },
    { id: 2, title: 'A form to fill in' },
  ];
  expect(await search(videos, 'letters form')).toMatchObject({ ids: [1], correctedSearch: 'letters from' });
});

it('prefers fewer errors, then the whole title', async () => {
  const videos = [
    { id: 1, title: 'Lighthouse' },
    { id: 2, title: 'Lighthouse keeper' },
    { id: 3, title: 'Lighthosue' },
    { id: 4, title: 'Lighthouze, again' },
  ];
  expect(await search(videos, 'lighthouxe')).toMatchObject({ ids: [1, 4, 2, 3] });
});

it.each([
  ['nighttrain', 'night train'],
  ['roof top', 'rooftop'],
])('%s is read as %s', async (typed, read) => {
  const videos = [
    { id: 1, title: 'On the night train' },
    { id: 2, title: 'A rooftop' },
    { id: 3, title: 'Top of the night' },
  ];
  expect((await search(videos, typed)).correctedSearch).toBe(read);
});

it('a search for titles tries tags and performers before it gives up, and says so', async () => {
  expect(await search(boats, 'title:mirela kites')).toEqual({ ids: [3], total: 1, searchedEverywhere: true });
  expect(await search(boats, 'title:mirella kites')).toMatchObject({ ids: [3], searchedEverywhere: true });
  expect(await search(boats, 'title:papper kites')).toEqual({ ids: [3], total: 1, correctedSearch: 'paper kites' });
});

it('an exact search is not corrected', async () => {
  expect(await search(boats, 'papper boats', true)).toEqual({ ids: [], total: 0 });
});

it('offers a similar search that finds much more than a rare word', async () => {
  const many = Array.from({ length: 10 }, (_, n) => ({ id: n + 1, title: `Harbour ${n + 1}` }));
  const videos = [...many, { id: 99, title: 'Harbuor' }];
  expect(await search(videos, 'harbuor')).toEqual({ ids: [99], total: 1, didYouMean: 'harbour' });
  expect(await search(videos, 'harbuor', true)).toEqual({ ids: [99], total: 1 });
  expect(await search(videos.slice(5), 'harbuor')).toEqual({ ids: [99], total: 1 });
});

it('what nothing is near to finds nothing', async () => {
  expect(await search(boats, 'zzzzzz')).toEqual({ ids: [], total: 0 });
  expect(await search(boats, 'zzzzzz yyyyyy')).toEqual({ ids: [], total: 0 });
});

it('synonyms find each other, behind the word itself', async () => {
  const catalogue = await smallCatalogue([
    { id: 1, title: 'By the seaside' },
    { id: 2, title: 'Sea side walk' },
    { id: 3, title: 'The coast' },
    { id: 4, title: 'By sea, on the other side', tags: ['coast'] },
  ]);
  catalogue.synonyms = createSynonyms([['coast', 'sea side']]);
  const idsOf = (text: string) => findPage(catalogue, { search: text, order: 'best', page: 1, limit: 9 }).ids;
  expect(idsOf('coast')).toEqual([4, 3, 2]);
  expect(idsOf('sea side')).toEqual([2, 4, 3]);
  expect(idsOf('title:coast walk')).toEqual([2]);
});

it('a narrowed search is read as the whole one, so that its counts fit', async () => {
  const catalogue = await smallCatalogue([
    { id: 1, title: 'Family album', category: 'english' },
    { id: 2, title: 'Album', tags: ['family'], category: 'viral' },
  ]);
  const narrowed = { search: 'title:family', category: 'viral', order: 'best', page: 1, limit: 9 } as const;
  expect(findPage(catalogue, narrowed)).toEqual({ ids: [], total: 0 });
  expect(findFacets(catalogue, { search: 'title:family' }).categories).toMatchObject({ english: 1, viral: 0 });
});

it('a synonym is found in singular and plural', async () => {
  const catalogue = await smallCatalogue([{ id: 1, title: 'A storm' }]);
  catalogue.synonyms = createSynonyms([['automobile', 'storm']]);
  expect(findPage(catalogue, { search: 'automobiles', order: 'best', page: 1, limit: 9 }).ids).toEqual([1]);
});

it('an unfinished word is found in titles before tags', async () => {
  const videos = [
    { id: 1, title: 'On the night train' },
    { id: 2, title: 'Tram lines', tags: ['night'] },
  ];
  expect((await search(videos, 'night tra')).ids).toEqual([1, 2]);
});

it('a misspelt short word does not hide the rest', async () => {
  expect(await search(boats, 'boats at teh harbour')).toMatchObject({ correctedSearch: 'boats at the harbour' });
  expect(await search([{ id: 1, title: 'Sleepless arcades' }], 'sleeples arcdaes')).toMatchObject({
    correctedSearch: 'sleepless arcades',
  });
});

it('an unfinished word may be misspelt too', async () => {
  expect(await search(boats, 'copper boats at the hrab')).toMatchObject({
    ids: [2],
    correctedSearch: 'copper boats at the harbour',
  });
});
