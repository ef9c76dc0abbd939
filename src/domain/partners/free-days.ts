import type { Db } from '#db/database.ts';
import { system } from '#domain/audit-log.ts';
import { dayMs } from '#domain/day.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import { partners, selectPartners } from './partners.ts';
import { lastFreeDayEmail, type SubmissionTerms } from './submission-emails.ts';

/** Skips rows that another process is working on. */
const lockUnpaid = (db: Db) =>
  selectPartners(db)
    .where('active', '=', true)
    .where('paid_at', 'is', null)
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .skipLocked();

/** Hides unpaid partners whose free days are over. */
export const endFreeDays = (db: Db, now = new Date()): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const expired = await lockUnpaid(tx).where('free_until', '<=', now).execute();
    for (const partner of expired) await partners.change(tx, system, 'end_free_days', partner, { active: false });
    return expired.length;
  });

/** Emails the submitters whose last free day has begun, each once. */
export const remindOfLastDay = (db: Db, terms: SubmissionTerms, now = new Date()): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ending = await lockUnpaid(tx)
      .where('email', 'is not', null)
      .where('free_until', '>', now)
      .where('free_until', '<=', new Date(now.getTime() + dayMs))
      .execute();
    let queued = 0;
    for (const partner of ending) if (await queueMessage(tx, lastFreeDayEmail(partner, terms))) queued += 1;
    return queued;
  });
