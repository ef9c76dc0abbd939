/** Renaming and merging tags and stars on their lists, and undoing that. */
import { expect, it } from 'vitest';
import { backOffice, dialogOf, question } from '../../support/back-office-site.ts';

const office = backOffice();

interface Given {
  tags?: string[];
  name?: string[];
  state?: string;
  publishAt?: string;
}
const add = async (titel: string, names: Given) => {
  const post = { titel, imageUrl: 'https://example.com/i.jpg', link: 'https://example.com/v', Category: 'english' };
  await office.call('POST', '/postdata', { ...post, ...names });
};
const locationOf = async (path: string) => {
  const response = await fetch(office.site.url + path, { redirect: 'manual' });
  return response.headers.get('location') ?? response.status;
};

it('a tag is merged into another and that is undone, with what happens said before', async () => {
  await add('Wet street', { tags: ['Gutter Rain', 'Kerb Rain'] });
  await add('Dry street', { tags: ['Gutter Rain'] });
  const page = await office.open('/admin/tags-list?search=gutter');
  await page.getByRole('button', { name: 'Merge Gutter Rain' }).click();
  const dialog = dialogOf(page, 'Merge tags');
  await dialog.getByText('Choose the tag that remains.').waitFor();
  await dialog.getByLabel('Into').fill('kerb');
  await page.getByRole('option', { name: 'Kerb Rain' }).click();
  await dialog.getByText(/^2 posts will have “Kerb Rain” instead of “Gutter Rain”\./).waitFor();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  const done = page.getByRole('alert').filter({ hasText: 'Merged “Gutter Rain” into “Kerb Rain”.' });
  await done.waitFor();
  // Searched by its former name, the list shows what it is called now.
  await page.getByRole('row', { name: /Kerb Rain/ }).waitFor();
  expect(await locationOf('/tag/gutter-rain')).toBe('/tag/kerb-rain');

  await done.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alert').filter({ hasText: 'Undone.' }).waitFor();
  await page.getByRole('row', { name: /Gutter Rain.*2/ }).waitFor();
  expect(await locationOf('/tag/gutter-rain')).toBe(200);
  await page.goto('/admin/tags-list?tab=history');
  await page.getByRole('row', { name: /Merged “Gutter Rain” into “Kerb Rain” \(undone\)/ }).waitFor();
});

it('a star is renamed; where the name is taken, merging is offered', async () => {
  await add('Pier', { name: ['Odette Fairlow', 'Odette Farlow'] });
  const page = await office.open('/admin/stars-list?search=odette');
  await page.getByRole('button', { name: 'Rename Odette Farlow' }).click();
  const dialog = dialogOf(page, 'Rename star');
  await dialog.getByLabel('Name').fill('Odette Fairlow');
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await dialog.getByRole('alert').filter({ hasText: 'A star with this name already exists.' }).waitFor();
  await dialog.getByRole('button', { name: 'Merge into “Odette Fairlow”' }).click();
  await dialogOf(page, 'Merge stars')
    .getByText(/^1 post will have “Odette Fairlow”/)
    .waitFor();
  await dialogOf(page, 'Merge stars').getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Rename Odette Farlow' }).click();
  await dialog.getByLabel('Name').fill('Odette Marsh');
  await dialog.getByText('/pornstar/odette-marsh').waitFor();
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByRole('row', { name: /Odette Marsh/ }).waitFor();
  expect(await locationOf('/pornstar/odette-farlow')).toBe('/pornstar/odette-marsh');
});

it('all posts of a star are deleted, whatever their state, and come back', async () => {
  const name = ['Wilma Sandgate'];
  await add('Seen', { name });
  await add('Unfinished', { name, state: 'draft' });
  await add('To come', { name, state: 'scheduled', publishAt: new Date(Date.now() + 86_400_000).toISOString() });
  const left = async () => {
    const totals = ['published', 'draft', 'scheduled'].map(async (state) => {
      const list = await office.call('GET', `/posts?star=wilma-sandgate&state=${state}`);
      return list.json().totalRecords;
    });
    return Promise.all(totals);
  };
  const page = await office.open('/admin/stars-list?search=wilma');
  await page.getByRole('button', { name: 'Delete posts of Wilma Sandgate' }).click();
  const asked = question(page, 'Are you sure you want to delete all posts of “Wilma Sandgate”?');
  await asked.getByText('3 posts will be deleted, among them 1 draft and 1 scheduled.').waitFor();
  await asked.getByRole('button', { name: 'Delete 3 posts' }).click();
  const progress = page.getByRole('listitem').filter({ hasText: 'Done: ' });
  await progress.waitFor();
  await expect.poll(left).toEqual([0, 0, 0]);
  await progress.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(left).toEqual([1, 1, 1]);
});

it('likely duplicates are merged with a click, or never suggested again', async () => {
  await add('Quay', { tags: ['Harbourlight', 'Harbour light', 'Moonlit pier', 'Moonlit piers'] });
  const page = await office.open('/admin/tags-list?tab=duplicates');
  const pair = page.getByRole('row', { name: /Moonlit pier/ });
  await pair.getByRole('button', { name: /are not duplicates$/ }).click();
  await pair.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /Harbour ?light/ })
    .getByRole('button', { name: /^Merge/ })
    .click();
  const dialog = dialogOf(page, 'Merge tags');
  await dialog.getByText(/^1 post will have/).waitFor();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Merged' }).waitFor();
  await page.getByRole('row', { name: /Harbour ?light/ }).waitFor({ state: 'detached' });
});

it('a hidden tag stays hidden under its new name', async () => {
  await add('Fog', { tags: ['Thick Fog'] });
  await office.call('POST', '/names/tag/thick-fog/rename', { name: 'Dense Fog' });
  const page = await office.newPage({});
  await page.goto('/favourites');
  await page.evaluate(() => localStorage.setItem('hidden-tags', '["thick-fog"]'));
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('hidden-tags'))).toBe(JSON.stringify(['dense-fog']));
});

it('a tag that a visitor hid stays hidden after it was merged into another', async () => {
  await add('Drops', { tags: ['Copper Drizzle'] });
  await add('Puddles', { tags: ['Sleetfall'] });
  const page = await office.newPage({}, { localStorage: { adult: String(Date.now()) } });
  await page.goto('/tag/copper-drizzle');
  await page.getByRole('button', { name: 'Hide this tag' }).click();
  await page.getByRole('button', { name: 'Show again' }).waitFor();
  await office.call('POST', '/names/tag/sleetfall/merge', { from: ['copper-drizzle'] });
  await page.goto('/tag/sleetfall');
  const cards = page.locator('main li[data-tags~="sleetfall"]');
  await expect.poll(() => cards.count()).toBe(2);
  await expect.poll(() => cards.filter({ visible: true }).count()).toBe(0);
});
