/** The screen that shows what visitors search for, and makes synonyms and redirects of it. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { backOffice, dialogOf, failing, openScreen, question } from '../../support/back-office-site.ts';
import { open } from '../../support/public-site.ts';

const office = backOffice();

const count = (text: string, visitors: number, found: boolean, age = 0) =>
  sql`insert into search_counts (day, text, visitors, found)
    values ((now() at time zone 'utc')::date - ${age}::integer, ${text}, ${visitors}, ${found})`.execute(
    office.site.database.db,
  );

beforeAll(async () => {
  await count('rooftop', 40, true);
  await count('rooftop', 20, true, 3);
  await count('penthouse', 9, false);
  await count('skylounge', 7, false, 1);
  await count('lanterns', 500, true, 45);
  await count('<b>bold</b>', 3, false);
});

const locationOf = async (path: string) =>
  (await fetch(office.site.url + path, { redirect: 'manual' })).headers.get('location');

describe('the list of searches', () => {
  it('shows how often each was made, and what found nothing', async () => {
    const page = await office.open('/admin/searches', { role: 'admin' });
    const rows = page.getByRole('table', { name: 'All searches' }).getByRole('row');
    await expect.poll(() => rows.nth(1).textContent()).toMatch(/^rooftop60found/);
    await rows.nth(1).getByRole('img', { name: '40 visitors on the busiest of 30 days' }).waitFor();
    await page.getByRole('link', { name: 'Found nothing' }).click();
    const nothing = page.getByRole('table', { name: 'Found nothing' });
    await nothing.getByText('penthouse').waitFor();
    await nothing.getByText('<b>bold</b>').waitFor();
    await expect.poll(() => nothing.getByText('rooftop').count()).toBe(0);
  });

  it('looks back over another period, and finds a search', async () => {
    const page = await office.open('/admin/searches');
    await page.getByRole('row', { name: /rooftop/ }).waitFor();
    await expect.poll(() => page.getByRole('row', { name: /lanterns/ }).count()).toBe(0);
    await page.getByRole('link', { name: '90 days' }).click();
    await page.getByRole('row', { name: /lanterns/ }).waitFor();
    await page.getByRole('searchbox', { name: 'Find a search' }).fill('PENT');
    await page.getByRole('row', { name: /lanterns/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /penthouse/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('days')).toBe('90');
  });

  it('explains why nothing is there yet', async () => {
    const page = await office.signedIn();
    const pagination = { currentPage: 1, totalPages: 0, totalCount: 0 };
    await page.route('**/api/searches?*', (route) =>
      route.fulfill({ json: { success: true, searches: [], pagination } }),
    );
    await openScreen(page, '/admin/searches?days=7');
    await page
      .getByText(
        'Searches appear once three visitors of different providers or regions, or ten visitors, have typed them on',
      )
      .waitFor();
  });
});

describe('a synonym', () => {
  it('is made of a search with one press, with tags suggested, and undone', async () => {
    const page = await office.open('/admin/searches?tab=nothing');
    const row = page.getByRole('row', { name: /penthouse/ });
    await page.getByRole('button', { name: 'Add a synonym for penthouse' }).click();
    const dialog = dialogOf(page, 'Add synonym');
    const words = dialog.getByRole('list', { name: 'Words that find each other' });
    await words.getByText('penthouse').waitFor();
    await dialog.getByLabel('Words and phrases').fill('roof');
    await page.getByRole('option', { name: 'rooftop' }).click();
    await words.getByText('rooftop').waitFor();
    await dialog.getByRole('button', { name: 'Add synonym' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('penthouse = rooftop').waitFor();
    await row.getByText('found now').waitFor();
    const { synonyms } = (await office.call('GET', '/synonyms')).json();
    expect(synonyms).toMatchObject([{ words: ['penthouse', 'rooftop'] }]);

    await page.getByRole('button', { name: 'Edit the synonym of penthouse' }).click();
    const edited = dialogOf(page, 'Edit synonym');
    await edited.getByLabel('Words and phrases').fill('roof terrace');
    await edited.getByRole('button', { name: 'Save synonym' }).click();
    await edited.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Undo the synonym penthouse = rooftop = roof terrace' }).click();
    await question(page, 'no longer find each other').getByRole('button', { name: 'Delete' }).click();
    await row.getByText('penthouse = rooftop').waitFor({ state: 'detached' });
    expect((await office.call('GET', '/synonyms')).json().synonyms).toEqual([]);
  });

  it('stays in its form when it cannot be saved', async () => {
    const page = await office.open('/admin/searches?tab=synonyms');
    await page.getByText('No synonyms yet').waitFor();
    await page.getByRole('button', { name: 'Add synonym' }).click();
    const dialog = dialogOf(page, 'Add synonym');
    const input = dialog.getByLabel('Words and phrases');
    await input.fill('quay');
    await input.press('Enter');
    const submit = dialog.getByRole('button', { name: 'Add synonym' });
    await submit.click();
    await dialog.getByRole('alert').filter({ hasText: 'at least two different words' }).waitFor();
    await input.fill('pier');
    await page.route('**/api/synonyms', (route) => route.fulfill(failing(500, 'The disk is full.')), { times: 1 });
    await submit.click();
    await dialog.getByText('The disk is full.').waitFor();
    await submit.click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /quay = pier/ }).waitFor();
  });

  it('that somebody else has changed is compared before it is replaced', async () => {
    const added = (await office.call('POST', '/synonyms', { words: ['lake', 'pond'] })).json().synonym;
    const page = await office.open('/admin/searches?tab=synonyms&search=lake');
    await page.getByRole('button', { name: 'Edit lake = pond' }).click();
    const dialog = dialogOf(page, 'Edit synonym');
    await dialog.getByLabel('Words and phrases').fill('mere');
    await office.call('PUT', `/synonyms/${added._id}`, { words: ['lake', 'loch'], version: 1 });
    await dialog.getByRole('button', { name: 'Save synonym' }).click();
    await dialog.getByRole('table', { name: 'Both versions' }).getByText('lake, loch').waitFor();
    await dialog.getByRole('button', { name: 'Keep my version' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /lake = pond = mere/ }).waitFor();
  });
});

describe('a redirect', () => {
  it('is made of a search with one press, and undone', async () => {
    const page = await office.open('/admin/searches');
    const row = page.getByRole('row', { name: /skylounge/ });
    await page.getByRole('button', { name: 'Redirect skylounge' }).click();
    const dialog = dialogOf(page, 'Add redirect');
    await expect.poll(() => dialog.getByLabel('Search').inputValue()).toBe('skylounge');
    await dialog.getByLabel('Leads to').fill('https://example.com/');
    const submit = dialog.getByRole('button', { name: 'Add redirect' });
    await submit.click();
    await dialog.getByText('Enter a path of this site').first().waitFor();
    await dialog.getByLabel('Leads to').fill('roof');
    await expect.poll(() => dialog.locator('datalist option[value="/tag/rooftop"]').count()).toBe(1);
    await dialog.getByLabel('Leads to').fill('/tag/rooftop');
    await submit.click();
    await dialog.waitFor({ state: 'detached' });
    await row.getByText('leads to /tag/rooftop').waitFor();
    expect(await locationOf('/search?q=Skylounge')).toBe('/tag/rooftop');

    await page.getByRole('button', { name: 'Undo the redirect of skylounge' }).click();
    await question(page, 'show its results again').getByRole('button', { name: 'Delete' }).click();
    await row.getByText('leads to /tag/rooftop').waitFor({ state: 'detached' });
    expect(await locationOf('/search?q=Skylounge')).toBeNull();
  });

  it('leads visitors to its page, with and without JavaScript', async () => {
    await office.call('POST', '/search-redirects', { text: 'above the city', path: '/tag/rooftop' });
    const plain = await office.newPage({ javaScriptEnabled: false, isNew: true });
    await plain.goto('/search?q=Above+the+city');
    expect(new URL(plain.url()).pathname).toBe('/tag/rooftop');

    const page = await office.newPage({}, { localStorage: { adult: String(Date.now()) } });
    await open(page, '/tags');
    await page.keyboard.press('/');
    await page.locator('input:focus').fill('above the city');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tag/rooftop');
    await page.getByRole('heading', { level: 1, name: /rooftop/i }).waitFor();
  });
});
