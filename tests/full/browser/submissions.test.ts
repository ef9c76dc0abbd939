/** Decisions about submitted websites that fail. */
import { describe, expect, it } from 'vitest';
import { alertOf, backOffice, dialogOf, failing } from '../../support/back-office-site.ts';

const office = backOffice();

describe('submissions', () => {
  it('are approved, marked as paid, and rejected with a reason, which outlives a failure and does not move to another', async () => {
    const { db } = office.site.database;
    const third = { name: 'Third Lantern', url: 'https://example.com/third', email: 'third@example.com' };
    await db
      .insertInto('partners')
      .values({ ...third, submitted_at: new Date() })
      .execute();
    const [gone, taken] = (await office.call('GET', '/submissions')).json().submissions;
    const page = await office.open('/admin/networks?tab=submissions');
    const waiting = page.getByRole('table', { name: 'Submissions waiting' }).getByRole('row');
    const inSidebar = (text: string) =>
      page.getByRole('banner').getByRole('navigation', { name: 'Back-office' }).getByText(text).waitFor();
    await expect.poll(() => waiting.count()).toBe(1 + 3);
    await inSidebar('3 submissions waiting');

    // Decisions send the loaded version, and a failed one is reported.
    const { name, version } = gone;
    await page.route('**/api/submissions/**', (route) => route.fulfill(failing(409, 'Changed meanwhile')));
    const approving = page.waitForRequest('**/approve');
    await page.getByRole('button', { name: `Approve ${name}` }).click();
    expect((await approving).postDataJSON()).toEqual({ version });
    await alertOf(page, 'Changed meanwhile').waitFor();
    await page.getByRole('button', { name: `Reject ${name}` }).click();
    const dialog = dialogOf(page, 'Reject submission');
    const reason = dialog.getByLabel('Reason');
    await reason.fill('Not for our visitors');
    const rejecting = page.waitForRequest('**/reject');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    expect((await rejecting).postDataJSON()).toEqual({ version, reason: 'Not for our visitors' });
    await dialog.getByRole('alert').filter({ hasText: 'Changed meanwhile' }).waitFor();
    expect(await reason.inputValue()).toBe('Not for our visitors');
    await page.unroute('**/api/submissions/**');

    await office.call('DELETE', `/networks/${gone._id}`, {});
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await alertOf(page, `The submission “${name}” no longer exists.`).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${name}` }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Reject ${third.name}` }).click();
    await expect.poll(() => reason.inputValue()).toBe('');
    await reason.fill('Not what visitors look for');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.waitFor({ state: 'detached' });
    await inSidebar('1 submission waiting');

    await page.getByRole('button', { name: `Approve ${taken.name}` }).click();
    const toast = alertOf(page, `${taken.name} approved. It is free until `);
    await toast.waitFor();
    const networks: { _id: string; freeUntil: string }[] = (await office.call('GET', '/networks')).json();
    const freeUntil = networks.find(({ _id }) => _id === taken._id)?.freeUntil ?? '';
    const day = await page.evaluate(
      (iso) => new Date(iso).toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric' }),
      freeUntil,
    );
    expect(await toast.textContent()).toContain(`free until ${day}.`);
    const approved = page
      .getByRole('table', { name: 'Approved submissions' })
      .getByRole('row')
      .filter({ hasText: taken.name });
    await approved.getByText(/^Free until/).waitFor();
    await approved.getByRole('button', { name: `Mark as paid: ${taken.name}` }).click();
    await approved.getByText('Paid', { exact: true }).waitFor();
    await page.getByText('No submissions waiting').waitFor();
    const { mails } = (await office.call('GET', '/outbox')).json();
    expect(mails.length).toBeGreaterThanOrEqual(2);

    // A network can be added while submissions are shown.
    await page.getByRole('button', { name: 'Add New Network' }).click();
    await dialogOf(page, 'Add New Network').waitFor();
  });
});
