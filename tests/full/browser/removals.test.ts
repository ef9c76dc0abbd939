import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, question } from '../../support/back-office-site.ts';
import { reportedPosts } from '../../support/reported-posts.ts';

const office = backOffice();

const reported = reportedPosts(office);

describe('a case', () => {
  it('asks the reporter and takes notes', async () => {
    const id = await reported.report({ kind: 'personal_data', videoIds: [(await reported.add()).id] });
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByRole('button', { name: 'Ask the reporter' }).click();
    await dialogOf(page, 'Ask the reporter').getByLabel('Question').fill('Which person is you?');
    await dialogOf(page, 'Ask the reporter').getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByText('Waiting for an answer').waitFor();
    await page.getByLabel('Add a note').fill('Called them, too.');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('list', { name: 'History of the case' }).getByText('Called them, too.').waitFor();
  });

  it('that is closed says if a fingerprint is missing, and forgets its reporter after a question', async () => {
    const post = await reported.add();
    const imageUrl = 'https://pictures.invalid/quay.jpg';
    const { db } = office.site.database;
    await db.updateTable('videos').set({ image_url: imageUrl }).where('id', '=', Number(post.id)).execute();
    const id = await reported.report({ kind: 'intimate_image', videoIds: [post.id], email: 'ina@example.com' });
    const { urls } = await reported.readCase(id);
    await office.call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Yours.' });
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByText('Fingerprint missing.').waitFor();
    await page.getByText('ina@example.com').first().waitFor();
    await page.getByRole('button', { name: 'Erase reporter’s data' }).click();
    await question(page, 'Erase the reporter’s data?').getByRole('button', { name: 'Erase' }).click();
    await page.getByText(/^Erased on /).waitFor();
    expect(await page.getByText('ina@example.com').count()).toBe(0);
    await page.goto('/admin/removals?status=decided');
    await page.getByText('fingerprint missing').first().waitFor();
  });

  it('of copyright takes a counter-notice and restores what it removed', async () => {
    const post = await reported.add();
    const id = await reported.report({ kind: 'copyright', videoIds: [post.id] });
    const { urls } = await reported.readCase(id);
    await office.call('POST', `/removals/${id}/decide`, { urls: [urls[0]._id], decision: 'remove', reason: 'Yours.' });
    const page = await office.open(`/admin/removals/${id}`);
    await page.getByRole('button', { name: 'Enter counter-notice' }).click();
    const dialog = dialogOf(page, 'Enter counter-notice');
    await dialog.getByLabel('Name').fill('Odo Poster');
    await dialog.getByLabel('Statement').fill('I swear that it was a mistake.');
    const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Received on').fill(monthAgo);
    await dialog.getByLabel('The sender consents to the jurisdiction of a court').check();
    await dialog.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText(/May be restored from .* must be restored by/).waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await alertOf(page, 'Posts restored.').waitFor();
    expect(await reported.statusFor(post.id)).toBe(200);
  });
});

describe('a flood about one post', () => {
  it('is seen in the queue and on each case, and decided at once', async () => {
    const post = await reported.add();
    const ids: string[] = [];
    for (const sender of ['a', 'b', 'c', 'd', 'e'])
      ids.push(
        await reported.report({
          kind: 'intimate_image',
          videoIds: [post.id],
          sender: `crowd ${sender}`,
          isWithheld: true,
        }),
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
    await alertOf(page, '5 cases decided.').waitFor();
    expect((await reported.readCase(ids[4] ?? '')).status).toBe('decided');
    expect(await reported.statusFor(post.id)).toBe(410);
  });
});

it('a counter-notice whose time is over or ends soon is named on every screen', async () => {
  const enter = async (hours: number) => {
    const id = await reported.report({ kind: 'copyright', videoIds: [(await reported.add()).id] });
    const { urls } = await reported.readCase(id);
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
    return (await reported.readCase(id)).number as string;
  };
  const [over, ending] = [await enter(-25.5), await enter(30)];
  const page = await office.open('/admin/channels');
  await page.getByRole('link', { name: '1 counter-notice ends within three days' }).waitFor();
  await page.getByRole('link', { name: '1 counter-notice is overdue: restore now' }).click();
  const row = (number: string) => page.getByRole('row').filter({ hasText: number });
  await row(over).getByText('Restore removed posts: overdue by 1 d 1 h').waitFor();
  await row(ending)
    .getByText(/must be by/)
    .waitFor();
});
