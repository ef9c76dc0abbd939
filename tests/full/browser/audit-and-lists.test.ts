import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { slugOf } from '#contract/values/names.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import { backOffice, dialogOf, openScreen } from '../../support/back-office-site.ts';
import { holdRequests } from '../../support/hold-requests.ts';

const office = backOffice();

const addNetwork = async (name: string): Promise<string> =>
  (await office.call('POST', '/networks', { name, url: `https://example.com/${slugOf(name)}` })).json().network._id;

describe('the audit log', () => {
  it('says in a sentence what was changed, with a link to the record and its history', async () => {
    const id = await addNetwork('Paper Lantern');
    await office.call('PUT', `/networks/${id}`, { description: 'Warm light' });
    const page = await office.open('/admin/audit');
    const row = page.getByRole('row', { name: 'edited network “Paper Lantern”: description' });
    await row.getByText('1 field').click();
    await row.getByText('Warm light').waitFor();
    await row.getByRole('link', { name: 'History of network “Paper Lantern”' }).click();
    await page.getByRole('heading', { name: 'History of network “Paper Lantern”' }).waitFor();
    expect(await page.getByRole('table', { name: 'History' }).getByRole('row').count()).toBe(3);
    await page.getByRole('link', { name: 'network “Paper Lantern”' }).first().click();
    await page.getByRole('heading', { name: 'Manage Networks' }).waitFor();
    await page.getByRole('cell', { name: 'Paper Lantern', exact: true }).waitFor();
  });

  it('is filtered by person, change, item, day and text, all in the URL', async () => {
    await addNetwork('Copper Kettle');
    const page = await office.open('/admin/audit');
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await page.getByRole('combobox', { name: /^Item/ }).selectOption('network');
    await page.getByRole('combobox', { name: /^Change/ }).selectOption({ label: 'created' });
    await page.getByRole('combobox', { name: /^Person/ }).selectOption({ label: office.admin('main_admin').username });
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('copper');
    await expect.poll(() => rows.count()).toBe(2);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByText('No changes found').waitFor();
    await page.getByLabel('To', { exact: true }).fill('');
    await expect.poll(() => rows.count()).toBe(2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(text.trimEnd().split('\r\n')).toHaveLength(2);
    expect(text).toContain('created network “Copper Kettle”');
  });

  it('keeps a filter that is still loading when another one is chosen', async () => {
    const page = await office.open('/admin/audit');
    const release = await holdRequests(page, '**/api/audit?*');
    const item = page.getByRole('combobox', { name: /^Item/ });
    await item.selectOption('network');
    await expect.poll(() => item.inputValue()).toBe('network');
    await page.getByRole('combobox', { name: /^Change/ }).selectOption({ label: 'created' });
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('lantern');
    release();
    await page.waitForURL('**/admin/audit?entity=network&action=create&search=lantern');
  });

  it('shows other admins their own changes', async () => {
    await addNetwork('Silver Spoon');
    const page = await office.open('/admin/audit', { role: 'admin' });
    await page.getByText('Your own changes.').waitFor();
    expect(await page.getByText('Silver Spoon').count()).toBe(0);
    expect(await page.getByRole('combobox', { name: /^Person/ }).count()).toBe(0);
  });
});

describe('the history of a post', () => {
  it('is a click away in its form and among the videos of a tag', async () => {
    const [post] = (await office.call('GET', '/tags/milf/posts?limit=1')).json().records;
    const page = await office.open('/admin/tag-videos/milf');
    await page
      .getByRole('link', { name: `History of ${post.titel}` })
      .first()
      .click();
    await page.waitForURL(`**/admin/history/video/${post._id}`);
    await openScreen(page, `/admin/posts?edit=${post._id}`);
    await dialogOf(page, 'Edit Post').getByRole('link', { name: 'History' }).click();
    await page.waitForURL(`**/admin/history/video/${post._id}`);
  });
});

describe('lists', () => {
  it('are searched and paged in the URL, and a page after the last is the last', async () => {
    for (let n = 1; n <= 21; n++) await addNetwork(`Séance ${n}`);
    const page = await office.open('/admin/networks');
    await page.getByRole('searchbox', { name: 'Search networks' }).fill('seance');
    const rows = page.getByRole('table', { name: 'Networks' }).getByRole('row');
    await expect.poll(() => rows.filter({ hasText: 'Séance' }).count()).toBe(20);
    await expect.poll(() => new URL(page.url()).search).toBe('?search=seance');
    await page.getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.goto('/admin/networks?search=seance&page=9999');
    await page.getByRole('cell', { name: 'Séance 1', exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  });

  it('mail opens to read the whole message', async () => {
    await queueMessage(office.site.database.db, {
      event: 'read me',
      recipient: 'reader@example.com',
      subject: 'About your site',
      body: 'Hello,\n\n<b>it is on</b>.',
    });
    const page = await office.open('/admin/mail');
    await page.getByRole('searchbox', { name: 'Search mail' }).fill('READER');
    await expect.poll(() => new URL(page.url()).search).toBe('?search=READER');
    await page.getByRole('row', { name: 'reader@example.com' }).click();
    const dialog = dialogOf(page, 'About your site');
    await dialog.getByText('<b>it is on</b>.').waitFor();
    await dialog.getByText('reader@example.com').waitFor();
    await page.reload();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?search=READER');
  });
});
