/** What was typed survives a crash, a failed save and a second thought. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, openScreen, question } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { continueButton, crash } from '../../support/kept-drafts.ts';
import { createSignedInAdmin } from '../../support/sign-in.ts';

const office = backOffice();
const addPartner = async (name: string) => {
  const body = { name, url: `https://example.com/${name.toLowerCase().replaceAll(' ', '-')}` };
  return (await office.call('POST', '/networks', body)).json().network as { _id: string };
};
const editPartner = async (page: Page, name: string) => {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  return dialogOf(page, 'Edit Network');
};

describe('after a crash', () => {
  it('a new post is continued where it was, and forgotten once it is saved', async () => {
    const page = await office.open('/admin/posts?add=1', { isNew: true });
    await page.getByLabel('Title', { exact: true }).fill('Copper harbour');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('copper,');
    const next = await crash(page, '/admin/posts?add=1');
    await continueButton(next).click();
    await expect.poll(() => next.getByLabel('Title', { exact: true }).inputValue()).toBe('Copper harbour');
    await next.getByRole('button', { name: 'Remove Copper' }).waitFor();
    await next.getByLabel('Image URL').fill('/art/1.svg');
    await dialogOf(next, 'Add Post').getByRole('button', { name: 'Add Post', exact: true }).click();
    await alertOf(next, 'Post saved').waitFor();
    await next.getByRole('button', { name: 'Add Post' }).click();
    await dialogOf(next, 'Add Post').waitFor();
    await expect.poll(() => continueButton(next).count()).toBe(0);
  });

  it('a tag and a star that are half typed are in their fields again', async () => {
    const page = await office.open('/admin/posts?add=1', { isNew: true });
    await page.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('copper, har');
    await page.getByRole('combobox', { name: 'Stars', exact: true }).pressSequentially('Isla T');
    const next = await crash(page, '/admin/posts?add=1');
    await continueButton(next).click();
    await next.getByRole('button', { name: 'Remove Copper' }).waitFor();
    await next.getByRole('button', { name: 'Remove Har' }).waitFor();
    await expect.poll(() => next.getByRole('combobox', { name: 'Stars', exact: true }).inputValue()).toBe('Isla T');
    await expect.poll(() => next.getByRole('button', { name: /^Remove Isla/ }).count()).toBe(0);
  });

  it('a featured performer that is half typed is in the field of the settings again', async () => {
    const page = await office.open('/admin/settings', { isNew: true });
    await page.getByRole('combobox', { name: 'Featured performers' }).pressSequentially('Isla T');
    const next = await crash(page, '/admin/settings');
    await continueButton(next).click();
    await expect.poll(() => next.getByRole('combobox', { name: 'Featured performers' }).inputValue()).toBe('Isla T');
  });

  it('a word of a synonym that is half typed is kept', async () => {
    const page = await office.open('/admin/searches?tab=synonyms', { isNew: true });
    await page.getByRole('button', { name: 'Add synonym' }).click();
    await page.getByRole('combobox', { name: 'Words and phrases' }).pressSequentially('cinema, mov');
    const next = await crash(page, '/admin/searches?tab=synonyms');
    await next.getByRole('button', { name: 'Add synonym' }).click();
    await continueButton(next).click();
    for (const word of ['Cinema', 'Mov']) await next.getByRole('button', { name: `Remove ${word}` }).waitFor();
  });

  it('settings are offered, and discarded when that is chosen', async () => {
    const page = await office.open('/admin/settings', { isNew: true });
    const before = await page.getByLabel('Footer text').inputValue();
    await page.getByLabel('Footer text').fill('Not meant');
    const next = await crash(page, '/admin/settings');
    await continueButton(next).waitFor();
    await next.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => next.getByLabel('Footer text').inputValue()).toBe(before);
    await next.reload();
    await next.getByLabel('Footer text').waitFor();
    await expect.poll(() => continueButton(next).count()).toBe(0);
  });

  it('a draft of a record that was changed meanwhile says so, and saving shows both versions', async () => {
    const { _id } = await addPartner('Granite Quay');
    const page = await office.open('/admin/networks?search=granite', { isNew: true });
    await (await editPartner(page, 'Granite Quay')).getByLabel('Description').fill('Mine');
    await office.call('PUT', `/networks/${_id}`, { description: 'Theirs' });
    const next = await crash(page, '/admin/networks?search=granite');
    const dialog = await editPartner(next, 'Granite Quay');
    await dialog.getByText('Someone has changed it since').waitFor();
    await continueButton(next).click();
    await dialog.getByRole('button', { name: 'Update Network' }).click();
    await dialog.getByRole('button', { name: 'Keep my version' }).waitFor();
  });

  it('another admin of the same browser is not shown the draft', async () => {
    const page = await office.open('/admin/posts?add=1', { isNew: true });
    await page.getByLabel('Title', { exact: true }).fill('Only mine');
    const { id, email, cookie } = await createSignedInAdmin(office.site, 'main_admin');
    const context = page.context();
    const next = await context.newPage();
    await page.close({ runBeforeUnload: false });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: office.site.url }]);
    await next.goto('/robots.txt');
    await next.evaluate(
      (admin) => localStorage.setItem('adminData', admin),
      JSON.stringify({ _id: String(id), role: 'main_admin', email }),
    );
    await openScreen(next, '/admin/posts?add=1');
    await dialogOf(next, 'Add Post').waitFor();
    await expect.poll(() => continueButton(next).count()).toBe(0);
  });

  it('a form works where the browser has no room for drafts', async () => {
    const page = await office.signedIn({ isNew: true });
    await page.addInitScript(() => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function set(key, value) {
        if (key.startsWith('admin-draft')) throw new DOMException('Full', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    });
    await openScreen(page, '/admin/posts?add=1');
    await page.getByLabel('Title', { exact: true }).fill('Nowhere to keep it');
    await page.getByLabel('Image URL').fill('/art/1.svg');
    await dialogOf(page, 'Add Post').getByRole('button', { name: 'Add Post', exact: true }).click();
    await alertOf(page, 'Post saved').waitFor();
  });
});

describe('a dialog with something typed', () => {
  it('asks also when that is half a tag and nothing else', async () => {
    const page = await office.open('/admin/posts?add=1');
    const dialog = dialogOf(page, 'Add Post');
    await dialog.getByRole('combobox', { name: 'Tags', exact: true }).pressSequentially('zzz');
    await page.keyboard.press('Escape');
    await question(page, 'Discard changes?').waitFor();
  });

  it('asks before Escape, the close button, Cancel and the back button, not a click beside it', async () => {
    const page = await office.open('/admin/dashboard');
    await openScreen(page, '/admin/networks?tab=submissions');
    await page
      .getByRole('button', { name: /^Reject / })
      .first()
      .click();
    const dialog = dialogOf(page, 'Reject submission');
    const reason = dialog.getByLabel('Reason');
    await reason.fill('Typed');
    await page.mouse.click(5, 5);
    await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await leave();
      const discard = question(page, 'Discard changes?');
      await discard.waitFor();
      // Escape answers the question and does not reach the dialog below.
      await page.keyboard.press('Escape');
      await discard.waitFor({ state: 'detached' });
      await expect.poll(() => reason.inputValue()).toBe('Typed');
    }
  });
});

describe('names', () => {
  it('are split at commas, semicolons and lines when they are pasted', async () => {
    const page = await office.open('/admin/posts?add=1');
    await page.getByRole('combobox', { name: 'Tags', exact: true }).focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', 'amber, birch;cedar\ndune');
      const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(paste);
    });
    const chips = page.getByRole('list', { name: 'Tags of the video' }).getByRole('listitem');
    await expect.poll(() => chips.allTextContents()).toEqual(['amber', 'birchNew', 'cedarNew', 'dune']);
  });
});

describe('one click is one action', () => {
  it('whatever is double-clicked, and a deletion can be undone', async () => {
    await addPartner('Marble Quay');
    const page = await office.open('/admin/networks?search=marble');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname.split('/')[2]}`);
    });
    const dialog = await editPartner(page, 'Marble Quay');
    await dialog.getByLabel('Description').fill('Saved once');
    const release = await holdRequests(page, '**/api/networks/*');
    await dialog.getByRole('button', { name: 'Update Network' }).dblclick();
    await dialog.getByLabel('Network Name').press('Enter');
    release();
    await alertOf(page, 'Network saved').waitFor();
    expect(sent).toEqual(['PUT networks']);
    await page.getByRole('button', { name: 'Delete Marble Quay' }).click();
    await question(page, 'Are you sure').getByRole('button', { name: 'Delete' }).click();
    await alertOf(page, 'Network deleted').getByRole('button', { name: 'Undo' }).dblclick();
    await alertOf(page, 'Network restored').waitFor();
    await page.getByRole('button', { name: 'Edit Marble Quay' }).waitFor();
    expect(sent).toEqual(['PUT networks', 'DELETE networks', 'POST deleted']);
  });
});

it('decisions about submissions are sent once and show that they are under way', async () => {
  const page = await office.open('/admin/networks?tab=submissions');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  const decide = async (name: RegExp, path: string) => {
    const button = page.getByRole('button', { name }).first();
    const release = await holdRequests(page, path);
    await button.dblclick();
    const busy = page.locator('button[aria-busy="true"]');
    await expect.poll(() => busy.isDisabled()).toBe(true);
    release();
    await busy.waitFor({ state: 'detached' });
  };
  await decide(/^Approve /, '**/approve');
  await decide(/^Mark as paid: /, '**/paid');
  await decide(/^Deactivate /, '**/deactivate');
  expect(sent).toEqual(['approve', 'paid', 'deactivate']);

  await page
    .getByRole('button', { name: /^Reject / })
    .first()
    .click();
  const dialog = dialogOf(page, 'Reject submission');
  await dialog.getByLabel('Reason').fill('Off topic');
  const release = await holdRequests(page, '**/reject');
  await dialog.getByRole('button', { name: 'Reject' }).dblclick();
  await dialog.locator('button[aria-busy="true"]').waitFor();
  release();
  await dialog.waitFor({ state: 'detached' });
  expect(sent.slice(3)).toEqual(['reject']);
});

it('a save that is not answered within 30 seconds says so and keeps what was typed', async () => {
  const page = await office.signedIn({ isNew: true });
  await page.clock.install();
  await openScreen(page, '/admin/networks');
  await page.getByRole('button', { name: 'Add New Network' }).click();
  const dialog = dialogOf(page, 'Add New Network');
  await dialog.getByLabel('Network Name').fill('Flint Quay');
  await dialog.getByLabel('Website URL').fill('https://example.com/flint');
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/networks', () => arrive());
  await dialog.getByRole('button', { name: 'Add Network' }).click();
  await arrived;
  await page.clock.fastForward(30_000);
  await alertOf(page, 'The site did not answer in time.').filter({ hasText: 'What you typed is kept.' }).waitFor();
  await expect.poll(() => dialog.getByLabel('Network Name').inputValue()).toBe('Flint Quay');
  await page.unroute('**/api/networks');
  await dialog.getByRole('button', { name: 'Add Network' }).click();
  await alertOf(page, 'Network saved').waitFor();
});

describe('lists', () => {
  it.each(['posts', 'stars', 'stars-list', 'tags-list', 'tag-videos/milf'])(
    '/admin/%s?page=9999 opens the last page',
    async (path) => {
      const page = await office.open(`/admin/${path}?page=9999`);
      await page.waitForURL((url) => url.searchParams.get('page') !== '9999');
      await page.getByRole('row').nth(1).waitFor();
    },
  );

  it('that match nothing offer to clear the search', async () => {
    const page = await office.open('/admin/stars?search=qqqqqq');
    await page.getByText('Nothing matches “qqqqqq”.').waitFor();
    await expect.poll(() => page.getByText('Add your first star').count()).toBe(0);
    await page.getByRole('link', { name: 'Clear search' }).click();
    await page.getByRole('row').nth(1).waitFor();
  });
});
