import { afterAll, beforeAll, expect, it } from 'vitest';
import { purgeDeleted } from '#domain/deleted/deleted-records.ts';
import { createTestDatabase } from '../../support/database.ts';
import { type Mailbox, openMailbox } from '../../support/mailbox.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
});
afterAll(() => mailbox.close());

const day = 24 * 3600 * 1000;
const submission = {
  name: 'Lantern Row',
  url: 'https://example.com/row',
  email: 'owner@example.com',
  submitted_at: new Date(),
};

it('purging removes everything that was deleted 30 days ago, however many batches that takes', async () => {
  const test = await createTestDatabase();
  try {
    const { db, pool } = test.database;
    const now = new Date();
    const deletedDaysAgo = (count: number, deleted: number) =>
      pool.query(
        `insert into videos (title, image_url, link, category, deleted_at)
         select 'Deleted ' || n, '/art/1.svg', 'https://example.com', 'viral', $1 from generate_series(1, $2) as n`,
        [new Date(now.getTime() - deleted * day), count],
      );
    await deletedDaysAgo(7, 30.001);
    await deletedDaysAgo(2, 29.999);
    expect(await purgeDeleted(db, { now, batchSize: 3 })).toBe(7);
    expect(await db.selectFrom('videos').select('id').execute()).toHaveLength(2);
    const audited = await db.selectFrom('audit_log').select(['action', 'entity_id']).execute();
    expect(new Set(audited.map(({ entity_id }) => entity_id)).size).toBe(7);
  } finally {
    await test.drop();
  }
});

it('a site whose jobs run sends waiting messages, ends free days, prunes old sessions and purges deleted records', async () => {
  const quiet = await startTestSite();
  let working: TestSite | undefined;
  try {
    const { db } = quiet.database;
    const { id: adminId, cookie } = await createSignedInAdmin(quiet, 'admin');
    // The sign-in has a message of its own.
    await db.deleteFrom('outbox').execute();
    const { id } = await db.insertInto('partners').values(submission).returning('id').executeTakeFirstOrThrow();
    expect((await callerOf(quiet, cookie)('POST', `/submissions/${id}/approve`)).statusCode).toBe(200);
    const statuses = () => db.selectFrom('outbox').select('status').execute();
    expect(await statuses()).toEqual([{ status: 'waiting' }]);

    const longAgo = new Date(Date.now() - 40 * day);
    const partner = { ...submission, name: 'Paper Row', active: true, approved_at: longAgo, free_until: longAgo };
    await db.insertInto('partners').values(partner).execute();
    await db.updateTable('sessions').set({ expires_at: longAgo }).where('admin_id', '=', adminId).execute();
    const { pool } = quiet.database;
    await pool.query(
      `insert into videos (title, image_url, link, category, deleted_at)
       values ('Gone', '/art/1.svg', 'https://example.com', 'viral', $1)`,
      [longAgo],
    );

    working = await startTestSite({ ...quiet.sameDatabase, smtpUrl: mailbox.url }, { runsJobs: true });
    await expect.poll(() => mailbox.mails).toHaveLength(1);
    expect(mailbox.mails[0]).toContain('Lantern Row is now on Marquee');
    await expect.poll(statuses).toEqual([{ status: 'sent' }]);
    const active = () => db.selectFrom('partners').select(['name', 'active']).orderBy('id').execute();
    await expect.poll(active).toEqual([
      { name: 'Lantern Row', active: true },
      { name: 'Paper Row', active: false },
    ]);
    await expect.poll(() => db.selectFrom('sessions').select('id').execute()).toEqual([]);
    await expect.poll(() => db.selectFrom('videos').select('id').execute()).toEqual([]);
  } finally {
    await working?.stop();
    await quiet.stop();
  }
});
