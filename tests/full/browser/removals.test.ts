import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf } from '../../support/back-office-site.ts';
import { type NewCase, openCase } from '../../support/open-case.ts';

const office = backOffice();

let posts = 0;
const addPost = async () => {
  posts += 1;
  const titel = `Reported pier ${posts}`;
  const link = `https://example.com/watch/reported-${posts}`;
  const body = { imageUrl: `/art/${900 + posts}.svg`, titel, link, Category: 'viral' };
  return { id: (await office.call('POST', '/postdata', body)).json().post._id as string, titel };
};
const open = (made: NewCase) => openCase(office.site, made);
const readCase = async (id: string) => (await office.call('GET', `/removals/${id}`)).json().case;
const visit = async (video: string) => (await fetch(`${office.site.url}/video/${video}`)).status;

describe('a case', () => {
  it('is found in the queue, looked at without being shown, and removed with a reason', async () => {
    const post = await addPost();
    const id = await open({ kind: 'intimate_image', videoIds: [post.id], dueInHours: 3.5 });
    const page = await office.signedIn();
    await page.goto('/admin/removals');
    const row = page.getByRole('row').filter({ hasText: 'Reported quay' }).first();
    await row.getByText(/Due in 3 h 2\d min/i).waitFor();
    await row.click();
    const { number } = await readCase(id);
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
    expect(await visit(post.id)).toBe(410);
    await page
      .getByRole('list', { name: 'Reported URLs' })
      .getByText('You did not agree. We have removed it.')
      .waitFor();
    const decisions = (await readCase(id)).entries.filter(({ kind }: { kind: string }) => kind === 'decision');
    expect(decisions.length).toBe(1);

    await page.getByRole('button', { name: 'Undo' }).click();
    await alertOf(page, `The decision on ${number} is withdrawn.`).waitFor();
    expect(await visit(post.id)).toBe(200);
  });

  it('that somebody else has decided meanwhile keeps the typed reason and shows what was decided', async () => {
    const post = await addPost();
    const id = await open({ kind: 'other', videoIds: [post.id] });
    const page = await office.open(`/admin/removals/${id}`);
    const { number, urls } = await readCase(id);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = dialogOf(page, `Remove: ${number}`);
    await dialog.getByLabel('Reason').fill('My own words.');
    await office.call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'keep', reason: 'Theirs.' });
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog.getByRole('alert').filter({ hasText: 'Someone else has changed this case' }).waitFor();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('My own words.');
    await page.getByText('Theirs.').first().waitFor();
    expect(await visit(post.id)).toBe(200);
  });

  it('asks the reporter and takes notes', async () => {
    const id = await open({ kind: 'personal_data', videoIds: [(await addPost()).id] });
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByRole('button', { name: 'Ask the reporter' }).click();
    await dialogOf(page, 'Ask the reporter').getByLabel('Question').fill('Which person is you?');
    await dialogOf(page, 'Ask the reporter').getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Waiting for an answer').waitFor();
    await page.getByLabel('Add a note').fill('Called them, too.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('list', { name: 'History of the case' }).getByText('Called them, too.').waitFor();
  });

  it('of copyright takes a counter-notice and restores what it removed', async () => {
    const post = await addPost();
    const id = await open({ kind: 'copyright', videoIds: [post.id] });
    const { urls } = await readCase(id);
    await office.call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Yours.' });
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByRole('button', { name: 'Enter counter-notice' }).click();
    const dialog = dialogOf(page, 'Enter counter-notice');
    await dialog.getByLabel('Name').fill('Odo Poster');
    await dialog.getByLabel('Statement').fill('I swear that it was a mistake.');
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Received on').fill(monthAgo);
    await dialog.getByLabel('It consents to the jurisdiction of a court').check();
    await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText(/May be restored from .* must be restored by/).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await alertOf(page, 'What was removed is back.').waitFor();
    expect(await visit(post.id)).toBe(200);
  });
});

describe('a flood of one sender', () => {
  it('is seen in the queue, kept and released at once, and undone', async () => {
    const post = await addPost();
    const flood: NewCase = { kind: 'minor', videoIds: [post.id], sender: 'flood', isWithheld: true };
    const ids = [await open(flood), await open(flood), await open(flood)];
    const page = await office.open('/admin/removals');
    await page.getByText('3 notices about this post, 1 sender, none with a proof of work').click();
    await page.getByText(`3 cases about “${post.titel}” to decide`).waitFor();
    await page.getByRole('button', { name: 'Keep all and release' }).click();
    const dialog = dialogOf(page, 'Keep all and release?');
    await dialog.getByLabel('Start from').selectOption('Mass notices');
    await dialog.getByRole('button', { name: 'Keep all and release' }).click();
    await alertOf(page, '3 cases are decided.').waitFor();
    expect(await visit(post.id)).toBe(200);
    await page.getByRole('button', { name: 'Undo' }).click();
    await alertOf(page, '3 cases are open again.').waitFor();
    expect(await visit(post.id)).toBe(410);
    expect((await readCase(ids[0] ?? '')).status).toBe('open');
  });
});

describe('a flood about one post', () => {
  it('is seen in the queue and on each case, and decided at once', async () => {
    const post = await addPost();
    const ids: string[] = [];
    for (const sender of ['a', 'b', 'c', 'd', 'e'])
      ids.push(
        await open({ kind: 'intimate_image', videoIds: [post.id], sender: `crowd ${sender}`, isWithheld: true }),
      );
    const page = await office.open(`/admin/removals/${ids[0]}`);
    await page.getByRole('link', { name: 'more about this post' }).click();
    await page.getByText(`5 cases about “${post.titel}” to decide`).waitFor();
    await page.goto('/admin/removals');
    const row = page.getByRole('row').filter({ hasText: '5 notices about this post, 5 senders' });
    await row.press('Enter');
    await page.getByRole('button', { name: 'Remove all' }).click();
    const dialog = dialogOf(page, 'Remove all?');
    await dialog.getByLabel('Reason').fill('Nobody agreed.');
    await dialog.getByRole('button', { name: 'Remove all' }).click();
    await alertOf(page, '5 cases are decided.').waitFor();
    expect((await readCase(ids[4] ?? '')).status).toBe('decided');
    expect(await visit(post.id)).toBe(410);
  });
});

it('an overdue case is named on every screen, with a badge in the menu', async () => {
  const id = await open({ kind: 'intimate_image', dueInHours: -2 });
  const page = await office.open('/admin/channels');
  await page.getByRole('link', { name: /overdue: decide now/ }).click();
  await page
    .getByRole('row')
    .filter({ hasText: /Overdue by 2 h/i })
    .waitFor();
  const { number } = await readCase(id);
  await page.getByRole('row').filter({ hasText: number }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Back-office' });
  await menu
    .getByText(/cases? to decide/)
    .first()
    .waitFor();
});

it('a counter-notice whose time is over or ends soon is named on every screen', async () => {
  const enter = async (hours: number) => {
    const id = await open({ kind: 'copyright', videoIds: [(await addPost()).id] });
    const { urls } = await readCase(id);
    await office.call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Yours.' });
    await office.call('POST', `/removals/${id}/counter-notices`, {
      urls: [urls[0]._id],
      name: 'Odo Poster',
      statement: 'I swear that it was a mistake.',
      consentsToJurisdiction: true,
      receivedOn: new Date().toISOString().slice(0, 10),
    });
    const restore_by = new Date(Date.now() + hours * 3_600_000);
    const { db } = office.site.database;
    await db.updateTable('counter_notices').set({ restore_by }).where('case_id', '=', Number(id)).execute();
    return (await readCase(id)).number as string;
  };
  const [over, ending] = [await enter(-25.5), await enter(30)];
  const page = await office.open('/admin/channels');
  await page.getByRole('link', { name: '1 counter-notice ends within three days' }).waitFor();
  await page.getByRole('link', { name: '1 counter-notice is overdue: restore now' }).click();
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await row(over).getByText('Restore what was removed: overdue by 1 d 1 h').waitFor();
  await row(ending)
    .getByText(/must be by/)
    .waitFor();
});
