import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { remindOfCounterNotices } from './counter-notice-reminders.ts';
import { byDeadline, type DueCase, maxRemindedOf, sendReminder } from './send-reminder.ts';

/** A minor's notice that has arrived, one whose posts are still seen, half of the time that has passed, and the last hours. */
type Stage = 'arrival' | 'visible' | 'half' | 'end';

const columns = sql`c.id, c.kind, c.received_at as "receivedAt", c.due_at as "dueAt"`;
const isRunning = sql`c.status <> 'decided' and c.paused_at is null`;

/** Where the clock began: with the last objection, or the notice itself. */
const clockStart = sql`coalesce((select max(e.at) from case_entries e where e.case_id = c.id and e.kind = 'objection'), c.received_at)`;

/** Locks the cases of a stage that admins were not told of, and marks them. */
const takeCases: Record<Stage, (now: Date) => ReturnType<typeof sql<DueCase>>> = {
  arrival: (now) => sql<DueCase>`
    update cases c set alerted_at = ${now} where c.id in (
      select id from cases where kind = 'minor' and alerted_at is null order by id limit ${maxRemindedOf} for update skip locked)
    returning ${columns}`,
  visible: (now) => sql<DueCase>`
    update cases c set alerted_at = ${now} where c.id in (
      select id from cases where 'limit' = any(flags) and alerted_at is null order by id limit ${maxRemindedOf} for update skip locked)
    returning ${columns}`,
  half: (now) => sql<DueCase>`
    update cases c set half_reminded_for = c.due_at where c.id in (
      select c.id from cases c where ${isRunning} and c.end_reminded_for is distinct from c.due_at
        and c.half_reminded_for is distinct from c.due_at and c.due_at - interval '2 hours' > ${now}
        and ${clockStart} + (c.due_at - ${clockStart}) / 2 <= ${now}
      order by c.due_at, c.id limit ${maxRemindedOf} for update skip locked)
    returning ${columns}`,
  end: (now) => sql<DueCase>`
    update cases c set end_reminded_for = c.due_at where c.id in (
      select c.id from cases c where ${isRunning} and c.end_reminded_for is distinct from c.due_at
        and c.due_at - interval '2 hours' <= ${now}
      order by c.due_at, c.id limit ${maxRemindedOf} for update skip locked)
    returning ${columns}`,
};

const cases = (count: number) => (count === 1 ? 'A case' : `${count} cases`);

const subjects: Record<Stage, (count: number) => string> = {
  arrival: (count) => `${count === 1 ? 'A notice' : `${count} notices`} about a person who may be under 18`,
  visible: (count) =>
    `${count === 1 ? 'A notice has' : `${count} notices have`} hidden nothing: more arrive than may hide posts by themselves`,
  half: (count) => `${cases(count)} to decide: half of the time is over`,
  end: (count) => `${cases(count)} to decide within two hours`,
};

/** Reminds admins of cases, once of each stage: the mark and the email are one transaction. Returns how many cases it told of. */
export const remindOfCases = async (db: Db, configured: SiteIdentity, now = new Date()): Promise<number> => {
  const site = await currentSite(db, configured);
  let told = 0;
  // The last hours first: they make a reminder at half of the time pointless.
  for (const stage of ['arrival', 'visible', 'end', 'half'] as const)
    told += await db.transaction().execute(async (tx) => {
      const { rows } = await takeCases[stage](now).execute(tx);
      const [first, ...others] = byDeadline(rows);
      if (!first) return 0;
      const reminder = {
        // The first case is reminded of this deadline once, so no other email has the same event.
        event: `reminder ${stage} ${first.dueAt.toISOString()}`,
        subject: subjects[stage],
        due: 'due',
        request: 'Decide here',
        list: '/admin/removals',
      };
      await sendReminder(tx, [first, ...others], reminder, site);
      return rows.length;
    });
  return told + (await remindOfCounterNotices(db, site, now));
};
