/** Notices and decisions: what may be listed, as operators meet it. */
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf } from '../support/back-office-site.ts';
import { followTo } from '../support/follow-to.ts';
import type { NewCase } from '../support/open-case.ts';
import { reportedPosts } from '../support/reported-posts.ts';

const office = backOffice();
const reported = reportedPosts(office);

describe('a case', () => {
  it('that is overdue is named on every screen; one in the queue is looked at without being shown, and removed with a reason', async () => {
    const post = await reported.add();
    const id = await reported.report({ kind: 'intimate_image', videoIds: [post.id], dueInHours: 3.5 });
    const overdue = await reported.readCase(await reported.report({ kind: 'intimate_image', dueInHours: -2 }));
    const page = await office.open('/admin/channels');
    await page.getByRole('link', { name: /overdue: decide now/ }).click();
    const late = page.getByRole('row').filter({ hasText: /Overdue by 2 h/i });
    await late.filter({ hasText: overdue.number }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Back-office' });
    await menu
      .getByText(/cases? to decide/)
      .first()
      .waitFor();

    await followTo(page, '/admin/removals');
    const row = page.getByRole('row').filter({ hasText: 'Reported quay' }).first();
    await row.getByText(/Due in 3 h 2\d min/i).waitFor();
    await row.click();
    const { number } = await reported.readCase(id);
    await page.getByRole('heading', { name: `Case ${number}` }).waitFor();
    await page.getByText('It shows the old harbour').waitFor();
    const picture = page.locator('main img');
    expect(await picture.count()).toBe(0);
    await page.getByRole('button', { name: `Load the picture of ${post.titel}, blurred` }).click();
    const show = page.getByRole('button', { name: `Show the picture of ${post.titel}` });
    await expect.poll(() => show.locator('img').evaluate((image) => getComputedStyle(image).filter)).toContain('blur');
    await show.click();
    await page.getByRole('button', { name: `Blur the picture of ${post.titel}`, pressed: true }).waitFor();
    expect(await picture.count()).toBe(1);

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = dialogOf(page, `Remove: ${number}`);
    await dialog.getByLabel('Start from').selectOption('No consent');
    await dialog.getByLabel('Reason').fill('You did not agree. We have removed it.');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).dblclick();
    await alertOf(page, `Case ${number}: removed.`).waitFor();
    expect(await reported.statusFor(post.id)).toBe(410);
    await page
      .getByRole('list', { name: 'Reported URLs' })
      .getByText('You did not agree. We have removed it.')
      .waitFor();
    const decisions = (await reported.readCase(id)).entries.filter(({ kind }: { kind: string }) => kind === 'decision');
    expect(decisions.length).toBe(1);

    await page.getByRole('button', { name: 'Undo' }).click();
    await alertOf(page, `Decision on ${number} withdrawn.`).waitFor();
    expect(await reported.statusFor(post.id)).toBe(200);
  });

  it('that somebody else has decided meanwhile keeps the typed reason and shows what was decided', async () => {
    const post = await reported.add();
    const id = await reported.report({ kind: 'other', videoIds: [post.id] });
    const page = await office.open(`/admin/removals/${id}`);
    const { number, urls } = await reported.readCase(id);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = dialogOf(page, `Remove: ${number}`);
    await dialog.getByLabel('Reason').fill('My own words.');
    await office.call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'keep', reason: 'Theirs.' });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Someone else has changed this case' }).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('My own words.');
    await page.getByText('Theirs.').first().waitFor();
    expect(await reported.statusFor(post.id)).toBe(200);
  });

  it('among a flood of one sender is seen in the queue, kept and released at once, and undone', async () => {
    const post = await reported.add();
    const flood: NewCase = { kind: 'other', videoIds: [post.id], sender: 'flood', isWithheld: true };
    const ids = [await reported.report(flood), await reported.report(flood), await reported.report(flood)];
    const page = await office.open('/admin/removals');
    await page.getByText('3 notices about this post, 1 sender, none with proof of work').click();
    await page.getByText(`3 cases about “${post.titel}” to decide`).waitFor();
    await page.getByRole('button', { name: 'Keep all and release' }).click();
    const dialog = dialogOf(page, 'Keep all and release?');
    await dialog.getByLabel('Start from').selectOption('Mass notices');
    await dialog.getByLabel('Number of cases').fill('2');
    expect(await dialog.getByRole('button', { name: 'Keep all and release' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Number of cases').fill('3');
    await dialog.getByRole('button', { name: 'Keep all and release' }).click();
    await alertOf(page, '3 cases decided.').waitFor();
    expect(await reported.statusFor(post.id)).toBe(200);
    await page.getByRole('button', { name: 'Undo' }).click();
    await alertOf(page, '3 cases reopened.').waitFor();
    expect(await reported.statusFor(post.id)).toBe(410);
    expect((await reported.readCase(ids[0] ?? '')).status).toBe('open');
  });
});
