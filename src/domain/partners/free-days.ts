import type { Db } from '#db/database.ts';
import { system } from '#domain/audit/record-change.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import { lastDayLetter, type SiteName } from './letters.ts';
import { changeNetwork, networks } from './networks.ts';

const day = 24 * 3600 * 1000;

const unpaid = (db: Db) =>
  networks(db)
    .where('active', '=', true)
    .where('paid_at', 'is', null)
    .orderBy('id')
    .limit(1000)
    .forUpdate()
    .skipLocked();

/** Hides what was not paid for when its free days are over. */
export const endFreeDays = (db: Db, now = new Date()): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const over = await unpaid(tx).where('free_until', '<=', now).execute();
    for (const network of over) await changeNetwork(tx, system, network, 'end_free_days', { active: false });
    return over.length;
  });

/** Writes to the submitters whose last free day has begun, once to each. */
export const remindOfLastDay = (db: Db, site: SiteName, now = new Date()): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ending = await unpaid(tx)
      .where('email', 'is not', null)
      .where('free_until', '>', now)
      .where('free_until', '<=', new Date(now.getTime() + day))
      .execute();
    let queued = 0;
    for (const network of ending) if (await queueMessage(tx, lastDayLetter(network, site))) queued += 1;
    return queued;
  });
