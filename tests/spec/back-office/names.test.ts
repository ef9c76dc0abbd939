/** Back-office, sections 2, 4, 8 and 9: stars, tags and their videos. */
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing, question } from '../../support/back-office-site.ts';

const office = backOffice();

const builtIn =
  'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen mature amateur';

const post = { imageUrl: '/art/7.svg', link: 'https://example.com/watch/own', Category: 'viral' };
const addPost = async (titel: string, more: object): Promise<{ _id: string }> =>
  (await office.call('POST', '/postdata', { ...post, titel, ...more })).json().post;

describe('sections 2 and 9: the stars list', () => {
  it('has the title, columns and last line of the spec, and pages of 20 with 2 siblings', async () => {
    const page = await office.open('/admin/stars-list?page=5');
    const { pagination } = (await office.call('GET', '/pornstars?limit=20')).json();
    await page.getByRole('heading', { name: `All Pornstars (${pagination.totalCount})`, exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Stars' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents())
      .toEqual(['#', 'Star Name', 'Total Videos', 'First Appearance', 'Last Updated', 'Actions']);
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 20);
    await expect.poll(() => table.getByRole('row').nth(1).getByRole('cell').first().textContent()).toBe('81');
    const pages = await page.getByRole('navigation', { name: 'Pages' }).locator('a, span').allTextContents();
    expect(pages).toEqual(['Previous', '1', '…', '3', '4', '5', '6', '7', '…', '10', 'Next']);
    await page.getByText(`Showing page 5 of 10 (${pagination.totalCount} total stars)`).waitFor();
  });

  it('shows dates in US English, and N/A for a missing one', async () => {
    const page = await office.signedIn();
    await page.route('**/api/pornstars*', (route) =>
      route.fulfill({
        json: {
          success: true,
          pornstars: [{ name: 'x', count: 1, firstAppearance: '2026-03-04T12:00:00.000Z', lastUpdated: null }],
          pagination: { currentPage: 1, totalPages: 1, totalCount: 1 },
        },
      }),
    );
    await page.goto('/admin/stars-list');
    const cells = page.getByRole('table', { name: 'Stars' }).getByRole('cell');
    await cells.first().waitFor();
    await expect
      .poll(async () => (await cells.allTextContents()).slice(0, 5))
      .toEqual(['1', 'X', '1', 'Mar 4, 2026', 'N/A']);
  });

  it('filters by letter and by search; clicking the active letter clears the filter', async () => {
    const page = await office.open('/admin/stars-list');
    const names = page.getByRole('table', { name: 'Stars' }).locator('tbody td:nth-child(2)');
    await page.getByRole('button', { name: 'M', exact: true }).click();
    await page.waitForURL('**/admin/stars-list?letter=M');
    await expect.poll(async () => (await names.allTextContents()).every((name) => name.startsWith('M'))).toBe(true);
    await page.getByRole('button', { name: 'M', exact: true }).click();
    await page.waitForURL('**/admin/stars-list');
    const all = page.getByRole('button', { name: 'All', exact: true });
    await expect.poll(() => all.getAttribute('aria-pressed')).toBe('true');
    await page.getByLabel('Search stars').fill('isla-torven');
    await expect.poll(() => names.allTextContents()).toEqual(['Isla Torven']);
  });

  it('opens a star’s videos on a click on the row, with a link back to the same page of the list', async () => {
    const page = await office.open('/admin/stars-list?page=2');
    const row = page.getByRole('table', { name: 'Stars' }).getByRole('row').nth(1);
    const name = await row.getByRole('cell').nth(1).textContent();
    await row.getByRole('cell').nth(2).click();
    await page.waitForURL(`**/admin/star-videos/${name?.toLowerCase().replace(' ', '-')}?fromPage=2`);
    await page.getByRole('heading', { name: `Videos for Star: "${name}"` }).waitFor();
    await page.getByRole('link', { name: 'Back to stars' }).click();
    await page.waitForURL('**/admin/stars-list?page=2');
  });
});

describe('sections 2, 8 and 9: the tags list', () => {
  it('has the title and columns of the spec, names from slugs, pages of 20 and two orders', async () => {
    await addPost('Tagged by two words', { tags: ['quiet-slow-water'] });
    const page = await office.open('/admin/tags-list');
    const { pagination } = (await office.call('GET', '/tags?limit=20')).json();
    await page.getByRole('heading', { name: `All Tags (${pagination.totalCount})`, exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Tags' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents())
      .toEqual(['#', 'Tag Name', 'Slug', 'Total Videos', 'First Used', 'Last Updated', 'Actions']);
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 20);
    await expect
      .poll(() => page.getByRole('button', { name: 'Video Count' }).getAttribute('aria-pressed'))
      .toBe('true');
    const counts = (await table.locator('tbody td:nth-child(4)').allTextContents()).map((text) =>
      Number(text.replace(',', '')),
    );
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    await page.getByRole('button', { name: 'Alphabetical' }).click();
    const slugs = table.locator('tbody td:nth-child(3)');
    const isSorted = async () => {
      const shown = await slugs.allTextContents();
      return shown.join() === shown.toSorted().join();
    };
    await expect.poll(isSorted).toBe(true);
    await page.getByLabel('Search tags').fill('quiet-slow');
    await table.getByText('Quiet slow water', { exact: true }).waitFor();
  });

  it('links each tag to its page on the site, in a new tab, and to its videos', async () => {
    const page = await office.open('/admin/tags-list?page=2');
    const row = page.getByRole('table', { name: 'Tags' }).getByRole('row').nth(1);
    const slug = await row.getByRole('cell').nth(2).textContent();
    const name = slug?.replaceAll('-', ' ');
    const view = row.getByRole('link', { name: `View ${name} on site` });
    await expect.poll(() => view.getAttribute('href')).toBe(`/tag/${slug}`);
    await expect.poll(() => view.getAttribute('target')).toBe('_blank');
    const manage = row.getByRole('link', { name: `Manage videos of ${name}` });
    await expect.poll(() => manage.getAttribute('href')).toBe(`/admin/tag-videos/${slug}?fromPage=2`);
    await row.getByRole('cell').nth(3).click();
    await page.waitForURL(`**/admin/tag-videos/${slug}?fromPage=2`);
    await page.getByRole('link', { name: 'Back to tags' }).click();
    await page.waitForURL('**/admin/tags-list?page=2');
  });

  it('section 8: shows 17 built-in tags when the list cannot be fetched', async () => {
    const page = await office.signedIn();
    await page.route('**/api/tags?*', (route) => route.fulfill(failing()));
    await page.goto('/admin/tags-list');
    const slugs = page.getByRole('table', { name: 'Tags' }).locator('tbody td:nth-child(3)');
    await slugs.first().waitFor();
    await expect.poll(() => slugs.allTextContents()).toEqual(builtIn.split(' '));
    await alertOf(page, 'Something went wrong on our side.').waitFor();
  });
});

describe('sections 2, 4, 7 and 8: the videos of a tag and of a star', () => {
  it('of a tag have the columns of the spec, the first 2 stars, and pages of 20', async () => {
    await addPost('Crowded stage', { tags: ['crowded'], name: ['Ann One', 'Bea Two', 'Cay Three', 'Dee Four'] });
    const page = await office.open('/admin/tag-videos/crowded?fromPage=3');
    await page.getByRole('heading', { name: 'Videos for Tag: "crowded" (1)', exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Videos' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents())
      .toEqual(['#', 'Image', 'Title', 'Category', 'Stars', 'Views', 'Actions']);
    await expect.poll(() => table.getByRole('cell').nth(4).textContent()).toBe('Ann One, Bea Two +2');
    const requested = page.waitForRequest('**/api/tags/milf/posts?page=2&limit=20');
    await page.goto('/admin/tag-videos/milf?page=2');
    await requested;
    await expect.poll(() => table.getByRole('row').count()).toBe(1 + 20);
  });

  it('of a star show tags, and the search stays within them', async () => {
    await addPost('First of Ynez', { name: ['ynez-farol'], tags: ['a', 'b', 'c'] });
    await addPost('Second of Ynez', { name: ['ynez-farol'], tags: ['a'] });
    const page = await office.open('/admin/star-videos/ynez-farol');
    await page.getByRole('heading', { name: 'Videos for Star: "Ynez Farol" (2)', exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Videos' });
    await expect.poll(() => table.getByRole('columnheader').nth(4).textContent()).toBe('Tags');
    await table.getByText('a, b +1').waitFor();
    await page.getByLabel('Search videos').fill('second');
    await page.getByRole('heading', { name: '(1)' }).waitFor();
    await table.getByText('Second of Ynez').waitFor();
  });

  it('section 7: are found by search when the tag’s list cannot be fetched', async () => {
    const page = await office.signedIn();
    await page.route('**/api/tags/milf/posts*', (route) => route.fulfill(failing()));
    const requested = page.waitForRequest('**/api/getpostdata?page=1&limit=20&search=milf+late');
    await page.goto('/admin/tag-videos/milf?search=late');
    await requested;
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('are edited in a copy; a successful update closes the form and changes the row', async () => {
    const { _id } = await addPost('Copper lagoon', { tags: ['lagoon'] });
    const page = await office.open('/admin/tag-videos/lagoon');
    const dialog = dialogOf(page, 'Edit Video');
    await page.getByRole('button', { name: 'Edit Copper lagoon' }).click();
    await dialog.getByLabel('Title', { exact: true }).fill('Silver lagoon');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit Copper lagoon' }).click();
    await expect.poll(() => dialog.getByLabel('Title', { exact: true }).inputValue()).toBe('Copper lagoon');
    await dialog.getByLabel('Title', { exact: true }).fill('Silver lagoon');
    let fetched = 0;
    page.on('request', (request) => {
      if (request.url().includes('/posts?')) fetched += 1;
    });
    await dialog.getByRole('button', { name: 'Update Video' }).click();
    await page.getByRole('button', { name: 'Edit Silver lagoon' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(fetched).toBe(0);
    expect((await office.call('POST', `/getVideo/${_id}`)).json().titel).toBe('Silver lagoon');
  });

  it('section 8: show why an update failed; a response without JSON counts as success', async () => {
    const { _id } = await addPost('Brass orchard', { tags: ['orchard'] });
    const page = await office.open('/admin/tag-videos/orchard');
    const dialog = dialogOf(page, 'Edit Video');
    await page.getByRole('button', { name: 'Edit Brass orchard' }).click();
    await dialog.getByLabel('Title', { exact: true }).fill('Tin orchard');
    const responses = [
      [{ status: 400, json: { success: false, message: 'Not so' } }, 'Error updating video: Not so'],
      [{ status: 502, body: 'x' }, 'Error updating video: Server error'],
      [{ status: 418, body: 'x' }, 'Error updating video: Unknown error'],
    ] as const;
    for (const [response, message] of responses) {
      await page.route(`**/api/updatepost/${_id}`, (route) => route.fulfill(response));
      await dialog.getByRole('button', { name: 'Update Video' }).click();
      await alertOf(page, message).first().waitFor();
    }
    await page.route(`**/api/updatepost/${_id}`, (route) => route.abort());
    await dialog.getByRole('button', { name: 'Update Video' }).click();
    await alertOf(page, 'The update may have worked').waitFor();
    await expect.poll(() => alertOf(page, 'Network error updating video').count()).toBe(0);
    await page.route(`**/api/updatepost/${_id}`, (route) => route.fulfill({ status: 200, body: 'fine' }));
    await dialog.getByRole('button', { name: 'Update Video' }).click();
    await page.getByRole('button', { name: 'Edit Tin orchard' }).waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('say once that a save failed after its dialog was closed', async () => {
    const { _id } = await addPost('Amber orchard', { tags: ['late-orchard'] });
    const page = await office.open('/admin/tag-videos/late-orchard');
    await page.getByRole('button', { name: 'Edit Amber orchard' }).click();
    const dialog = dialogOf(page, 'Edit Video');
    await dialog.getByLabel('Title', { exact: true }).fill('Jade orchard');
    const held = Promise.withResolvers<void>();
    await page.route(`**/api/updatepost/${_id}`, async (route) => {
      await held.promise;
      await route.fulfill(failing(400, 'Not so'));
    });
    const sent = page.waitForRequest(`**/api/updatepost/${_id}`);
    await dialog.getByRole('button', { name: 'Update Video' }).click();
    await sent;
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    held.resolve();
    await alertOf(page, 'Jade orchard was not saved: Error updating video: Not so').waitFor();
    await expect.poll(() => alertOf(page, 'Not so').count()).toBe(1);
  });

  it('section 8: show whether a delete succeeded, and lose the row only if it did', async () => {
    await addPost('Slate windmill', { tags: ['windmill'] });
    const { _id } = await addPost('Chalk windmill', { tags: ['windmill'] });
    const page = await office.open('/admin/tag-videos/windmill');
    await page.route(`**/api/deletedata/${_id}`, (route) => route.fulfill(failing()));
    const confirmation = question(page, 'Are you sure you want to delete this post?');
    await page.getByRole('button', { name: 'Delete Chalk windmill' }).click();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'Error deleting video').waitFor();
    await confirmation.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete Slate windmill' }).click();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'Video deleted successfully!').waitFor();
    await expect.poll(() => page.getByRole('table', { name: 'Videos' }).getByRole('row').count()).toBe(2);
  });
});

describe('sections 2, 4, 5, 8 and 9: star management', () => {
  it('adds, edits and deletes a star; the description is cut to 100 characters', async () => {
    const page = await office.open('/admin/stars');
    await page.getByRole('button', { name: 'Add New Star' }).click();
    const dialog = dialogOf(page, 'Add New Star');
    await expect.poll(() => dialog.getByLabel('Name').evaluate((input: HTMLInputElement) => input.required)).toBe(true);
    await dialog.getByLabel('Image URL').fill('not a URL');
    await expect
      .poll(() => dialog.getByLabel('Image URL').evaluate((input: HTMLInputElement) => input.validity.valid))
      .toBe(false);
    await dialog.getByLabel('Image URL').fill('https://example.com/star.png');
    await dialog.getByLabel('Name').fill('Aaa Zephyrine');
    await dialog.getByLabel('Description').fill('s'.repeat(120));
    await dialog.getByLabel('Category').selectOption('viral');
    await dialog.getByRole('button', { name: 'Add Star' }).click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('row').filter({ hasText: 'Aaa Zephyrine' });
    await row.getByText(`${'s'.repeat(100)}…`, { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Edit Aaa Zephyrine' }).click();
    await page.getByLabel('Name').fill('Aaa Zephyra');
    await page.getByRole('button', { name: 'Update Star' }).click();
    const changed = page.getByRole('row').filter({ hasText: 'Aaa Zephyra' });
    await changed.getByRole('button', { name: 'Delete Aaa Zephyra' }).click();
    const confirmation = question(page, 'Are you sure you want to delete this star?');
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await changed.waitFor({ state: 'detached' });
  });

  it('leaves the list as it was after a failed save or delete, and shows an error', async () => {
    const page = await office.open('/admin/stars');
    await page.route('**/api/stars/*', (route) => route.fulfill(failing(500, 'Not now')));
    const rows = page.getByRole('table', { name: 'Stars' }).getByRole('row');
    const before = await rows.count();
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'Not now').waitFor();
    await expect.poll(() => rows.count()).toBe(before);
  });
});
