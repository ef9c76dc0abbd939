import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

const approved = async (site: TestSite) => {
  const { id } = await site.database.db
    .insertInto('partners')
    .values(submission)
    .returning('id')
    .executeTakeFirstOrThrow();
  const call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  // The sign-in has a message of its own.
  await site.database.db.deleteFrom('outbox').execute();
  expect((await call('POST', `/submissions/${id}/approve`)).statusCode).toBe(200);
};

describe('purging', () => {
  it('removes everything that was deleted 30 days ago, however many batches that takes', async () => {
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
      await deletedDaysAgo(1001, 40);
      expect(await purgeDeleted(db, { now })).toBe(1001);
    } finally {
      await test.drop();
    }
  });
});

describe('the jobs of a running site', () => {
  it('leave messages in the outbox without a mail server, and send them once there is one', async () => {
    const quiet = await startTestSite();
    let sending: TestSite | undefined;
    try {
      await approved(quiet);
      const outbox = await quiet.database.db.selectFrom('outbox').select('status').execute();
      expect(outbox).toEqual([{ status: 'waiting' }]);
      sending = await startTestSite({ ...quiet.sameDatabase, smtpUrl: mailbox.url }, { runsJobs: true });
      await expect.poll(() => mailbox.mails).toHaveLength(1);
      expect(mailbox.mails[0]).toContain('Lantern Row is now on Marquee');
      await expect
        .poll(() => quiet.database.db.selectFrom('outbox').select('status').execute())
        .toEqual([{ status: 'sent' }]);
    } finally {
      await sending?.stop();
      await quiet.stop();
    }
  });

  it('end free days, prune old sessions and purge deleted records', async () => {
    const site = await startTestSite();
    try {
      const { db } = site.database;
      const { id: adminId } = await createSignedInAdmin(site, 'admin');
      const longAgo = new Date(Date.now() - 40 * day);
      await db
        .insertInto('partners')
        .values({ ...submission, active: true, approved_at: longAgo, free_until: longAgo })
        .execute();
      await db.updateTable('sessions').set({ expires_at: longAgo }).where('admin_id', '=', adminId).execute();
      await db
        .insertInto('videos')
        .values({
          title: 'Gone',
          image_url: '/art/1.svg',
          link: 'https://example.com',
          category: 'viral',
          minutes: 1,
          deleted_at: longAgo,
        })
        .execute();
      const again = await startTestSite(site.sameDatabase, { runsJobs: true });
      try {
        await expect.poll(() => db.selectFrom('partners').select('active').execute()).toEqual([{ active: false }]);
        await expect.poll(() => db.selectFrom('sessions').select('id').execute()).toEqual([]);
        await expect.poll(() => db.selectFrom('videos').select('id').execute()).toEqual([]);
      } finally {
        await again.stop();
      }
    } finally {
      await site.stop();
    }
  });
});
