/** The screen where admins replace what pages of tags, categories, performers and lists say about themselves. */
import { describe, expect, it } from 'vitest';
import { backOffice, dialogOf, question } from '../support/back-office-site.ts';

const office = backOffice();

const titleOf = async (path: string) => /<title>(.+?) · /.exec(await (await fetch(office.site.url + path)).text())?.[1];

describe('page texts', () => {
  it('are edited over their defaults, shown on the page, and reset to them', async () => {
    const page = await office.open('/admin/page-texts?kind=tag&search=rooftop', { role: 'admin' });
    const listed = page.getByRole('row', { name: /rooftop/ });
    await listed.getByText('Videos tagged rooftop').waitFor();
    await page.getByRole('button', { name: 'Edit the texts of rooftop' }).click();
    const dialog = dialogOf(page, 'Texts of rooftop');
    const title = dialog.getByLabel('Title');
    await expect.poll(() => title.getAttribute('placeholder')).toBe('Videos tagged rooftop');
    await expect
      .poll(() => dialog.getByLabel('Introduction').getAttribute('placeholder'))
      .toMatch(/are tagged rooftop;/);
    await title.fill('Above the city');
    await dialog.getByRole('button', { name: 'Save Texts' }).click();
    await dialog.waitFor({ state: 'detached' });
    await listed.getByText('Above the city').waitFor();
    expect(await titleOf('/tag/rooftop')).toBe('Above the city');

    await page.getByRole('button', { name: 'Use the default texts of rooftop' }).click();
    await question(page, 'default ones').getByRole('button', { name: 'Use default' }).click();
    await page.getByText('The page has its default texts again.').waitFor();
    expect(await titleOf('/tag/rooftop')).toBe('Videos tagged rooftop');
  });

  it('of somebody else are compared before they are replaced', async () => {
    const page = await office.open('/admin/page-texts');
    await page.getByRole('button', { name: 'Edit the texts of Top videos' }).click();
    const dialog = dialogOf(page, 'Texts of Top videos');
    await dialog.getByLabel('Title').fill('Mine');
    await office.call('PUT', '/list-texts/list/top-videos', {
      ...{ title: 'Theirs', description: '', introduction: '', version: 0 },
    });
    await dialog.getByRole('button', { name: 'Save Texts' }).click();
    await dialog.getByRole('table', { name: 'Both versions' }).getByText('Theirs').waitFor();
    await expect.poll(() => dialog.getByText('Someone else has changed').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Keep my version' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await titleOf('/top-videos')).toBe('Mine');
  });

  it('can be reduced to the pages that have some', async () => {
    await office.call('PUT', '/list-texts/category/milfnut', {
      ...{ title: 'Ours', description: '', introduction: '', version: 0 },
    });
    const page = await office.open('/admin/page-texts');
    await page.getByRole('link', { name: 'Categories' }).click();
    await page.getByRole('row', { name: /Scout69/ }).waitFor();
    await page.getByRole('button', { name: 'Only own texts' }).click();
    await page.getByRole('row', { name: /Scout69/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Milfnut/ }).waitFor();
  });
});
