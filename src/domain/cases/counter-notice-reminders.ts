import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { clockRuns } from './counter-notice-clock.ts';
import { byDeadline, type DueCase, maxRemindedOf, sendReminder } from './send-reminder.ts';

type Stage = 'half' | 'end';

interface DueNotice extends DueCase {
  noticeId: number;
}

const marks: Record<Stage, ReturnType<typeof sql>> = {
  half: sql`half_reminded_at`,
  end: sql`end_reminded_at`,
};

/** The condition on `counter_notices n`. */
const isDue: Record<Stage, (now: Date) => ReturnType<typeof sql>> = {
  half: (
    now,
  ) => sql`n.half_reminded_at is null and n.end_reminded_at is null and n.restore_by - interval '2 hours' > ${now}
    and n.received_at + (n.restore_by - n.received_at) / 2 <= ${now}`,
  end: (now) => sql`n.end_reminded_at is null and n.restore_by - interval '2 hours' <= ${now}`,
};

/**
 * Locks the counter-notices of a stage that admins were not told of, and marks them. One that an admin is changing waits for the
 * next run: whoever changes it has locked its case first.
 */
const takeNotices = (stage: Stage, now: Date) => sql<DueNotice>`
  update counter_notices taken set ${marks[stage]} = ${now} from cases c where c.id = taken.case_id and taken.id in (
    select n.id from counter_notices n join cases c on c.id = n.case_id where ${clockRuns} and ${isDue[stage](now)}
    order by n.restore_by, n.id limit ${maxRemindedOf} for update of n skip locked for key share of c skip locked)
  returning c.id, c.kind, c.received_at as "receivedAt", taken.restore_by as "dueAt", taken.id as "noticeId"`;

const notices = (count: number) => (count === 1 ? 'A counter-notice' : `${count} counter-notices`);

const subjects: Record<Stage, (count: number) => string> = {
  half: (count) => `${notices(count)}: half of the time is over`,
  end: (count) => `${notices(count)}: restore what was removed within two hours`,
};

/** Reminds admins of counter-notices at half of their time and two hours before its end, once each. */
export const remindOfCounterNotices = async (db: Db, site: SiteIdentity, now: Date): Promise<number> => {
  let told = 0;
  for (const stage of ['end', 'half'] as const)
    told += await db.transaction().execute(async (tx) => {
      const { rows } = await takeNotices(stage, now).execute(tx);
      const [first, ...others] = byDeadline(rows);
      if (!first) return 0;
      const reminder = {
        event: `reminder counter-notice ${stage} ${first.noticeId}`,
        subject: subjects[stage],
        due: 'restore by',
        request: 'Restore it, or enter that the claimant has gone to court',
        list: '/admin/removals?status=counter_notice',
      };
      await sendReminder(tx, [first, ...others], reminder, site);
      return rows.length;
    });
  return told;
};
