import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf } from '../../support/back-office-site.ts';
import { reportedPosts } from '../../support/reported-posts.ts';

const office = backOffice();

const reported = reportedPosts(office, 'Screen pier', 700);

describe('the screen of a case', () => {
  it('undoes the last decision after a reload, and offers to change it instead of deciding again', async () => {
    const id = await reported.report({ kind: 'other', videoIds: [(await reported.add()).id] });
    const { urls, number } = await reported.readCase(id);
    await office.call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Yours.' });
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByRole('button', { name: 'Change the decision' }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove', exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Withdraw the last decision' }).click();
    await alertOf(page, `Decision on ${number} withdrawn.`).waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Withdraw the last decision' }).count()).toBe(0);
  });

  it('counts as opened once it is shown, and again after the case has changed', async () => {
    const id = await reported.report({ kind: 'minor', sender: 'looked-at', videoIds: [(await reported.add()).id] });
    await reported.readCase(id);
    const covered = async () =>
      (await office.call('GET', '/removals/bundle?sender=looked-at')).json().bundle.releasable as number;
    expect(await covered()).toBe(0);
    const page = await office.open(`/admin/removals/${id}`);
    await expect.poll(covered).toBe(1);
    await page.getByRole('button', { name: 'Ask the reporter' }).click();
    const dialog = dialogOf(page, 'Ask the reporter');
    await dialog.getByRole('textbox').fill('Which one is it?');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect.poll(async () => (await reported.readCase(id)).status).toBe('asked');
    await expect.poll(covered).toBe(1);
  });

  it('selects none of many URLs at once, and says truthfully how many were decided', async () => {
    const id = await reported.report({
      kind: 'minor',
      videoIds: [(await reported.add()).id, (await reported.add()).id],
      flags: ['limit'],
    });
    const { number } = await reported.readCase(id);
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByText('2 posts still public').waitFor();
    await page.getByRole('button', { name: 'Select none' }).click();
    await page.getByText('0 selected').waitFor();
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Remove 1 URL' }).click();
    const dialog = dialogOf(page, `Remove 1 URL: ${number}`);
    await dialog.getByLabel('Reason').fill('Not for here.');
    await dialog.getByRole('button', { name: 'Remove 1 URL' }).click();
    await alertOf(page, `Case ${number}: 1 of 2 URLs removed.`).waitFor();
  });

  it('shows characters that would turn a text round, and asks before a note is lost', async () => {
    const id = await reported.report({
      kind: 'other',
      name: 'Ina \u202egnp.exe',
      videoIds: [(await reported.add()).id],
    });
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByText('Ina [U+202E]gnp.exe').waitFor();
    await page.getByLabel('Add a note').fill('Half a th');
    await page.getByRole('link', { name: 'Back to Removals' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await page.getByLabel('Add a note').inputValue()).toBe('Half a th');
  });

  it('is the louder row while its post is public, and the queue says so above, once', async () => {
    const id = await reported.report({
      kind: 'minor',
      videoIds: [(await reported.add()).id],
      flags: ['limit'],
      dueInHours: 1,
    });
    const { number } = await reported.readCase(id);
    const page = await office.open('/admin/removals');
    const warning = page.getByRole('link', { name: /posts that visitors still see: look now$/ });
    await warning.waitFor();
    expect(await page.getByText(/posts still public/).count()).toBe(0);
    await warning.click();
    await page.getByRole('row').filter({ hasText: number }).getByText('still public').waitFor();
  });
});
