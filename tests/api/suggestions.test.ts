/** What the search box gets: names with portraits that follow changes, misspelt names, and titles. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Suggestion } from '#contract/search.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let id: number;
beforeAll(async () => {
  site = await startTestSite();
  const { db } = site.database;
  id = await addVideo(db, { title: 'Silver keys, part four', tags: ['outdoor'], performers: ['isla-torven'] });
  await addVideo(db, { title: 'Amber keys', tags: ['outdoor'] });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const suggestionsFor = async (typed: string): Promise<Suggestion[]> => {
  const { suggestions } = (await site.app.inject({ url: '/api/suggest', query: { q: typed } })).json();
  return suggestions;
};
const setPortrait = async (image: string) => {
  const { db } = site.database;
  await db.updateTable('performers').set({ image_url: image }).where('slug', '=', 'isla-torven').execute();
  await site.index.waitUntilIndexed();
};

it('a performer has the portrait that is stored now', async () => {
  const isla = { text: 'isla torven', type: 'star', slug: 'isla-torven' };
  expect(await suggestionsFor('isla')).toEqual([isla]);
  const picture = expect.stringMatching(/^\/picture\/sisla-torven-[0-9a-f]{20}$/);
  for (const imageUrl of ['https://example.com/one.webp', 'https://example.com/two.webp']) {
    await setPortrait(imageUrl);
    expect(await suggestionsFor('isla')).toEqual([{ ...isla, imageUrl, picture }]);
  }
  const { names } = (await site.app.inject({ url: '/api/suggest/names', query: { search: 'title:isla' } })).json();
  expect(names).toEqual([{ ...isla, imageUrl: 'https://example.com/two.webp', picture }]);
  await setPortrait('');
  expect(await suggestionsFor('isla')).toEqual([isla]);
});

it('a title leads to its video, the best match first', async () => {
  const [first] = await suggestionsFor('silver keys');
  expect(first).toEqual({ text: 'Silver keys, part four', type: 'video', slug: `${id}-silver-keys-part-four` });
});

it('one letter finds names, but no titles', async () => {
  expect((await suggestionsFor('o')).map(({ type }) => type)).toEqual(['tag', 'star']);
  expect(await suggestionsFor('s')).toEqual([expect.objectContaining({ slug: 'isla-torven' })]);
});

it.each([
  ['outdor', 'outdoor'],
  ['puttdoor', 'outdoor'],
  ['isla torvne', 'isla-torven'],
])('%s suggests %s', async (typed, slug) => {
  expect((await suggestionsFor(typed)).map((suggestion) => suggestion.slug)).toContain(slug);
});

it('a tag whose name does not match suggests none of its videos as titles', async () => {
  expect((await suggestionsFor('outdoor')).map(({ type }) => type)).toEqual(['tag']);
});
