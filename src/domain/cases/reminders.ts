import { sql } from 'kysely';
import { type CaseKind, caseNumber } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import { momentLabel } from '#domain/day.ts';
import { composeMessage, queueMessage } from '#domain/mail/outbox.ts';
import { currentSite, readSettings, type SiteIdentity } from '#domain/settings.ts';
import { caseEvent, listed } from './case-emails.ts';
import { clockRuns } from './deadlines.ts';

interface DueCase {
  id: number;
  kind: CaseKind;
  receivedAt: Date;
  dueAt: Date;
}

/** So many share one email; the rest follow in the next run. */
const maxRemindedOf = 500;

interface Reminder {
  /** Tells the emails that begin with the same case apart. */
  event: string;
  subject: (count: number) => string;
  /** Before the time, and before the link. */
  due: string;
  request: string;
  /** Where all of them are, if there is more than one. */
  list: string;
}

const kindWords: Record<CaseKind, string> = {
  intimate_image: 'intimate image',
  minor: 'may be under 18',
  copyright: 'copyright',
  personal_data: 'personal data',
  dead_link: 'dead link',
  other: 'other',
};

/** The operator's own contact for safety, or else all admins who may sign in. */
const recipientsOf = async (tx: Tx): Promise<string[]> => {
  const { safetyContact } = await readSettings(tx);
  if (typeof safetyContact === 'string' && safetyContact !== '') return [safetyContact];
  const admins = await tx.selectFrom('admins').select('email').where('is_active', '=', true).orderBy('id').execute();
  return admins.map(({ email }) => email);
};

/** One email about all cases, and an entry in the history of each. */
const sendReminder = async (
  tx: Tx,
  due: readonly [DueCase, ...DueCase[]],
  reminder: Reminder,
  site: SiteIdentity,
): Promise<void> => {
  const [first] = due;
  const path = due.length === 1 ? `/admin/removals/${first.id}` : reminder.list;
  const lines = due.map(
    (each) => `${caseNumber(each)} (${kindWords[each.kind]}): ${reminder.due} ${momentLabel(each.dueAt)}`,
  );
  for (const recipient of await recipientsOf(tx))
    await queueMessage(
      tx,
      composeMessage({
        event: `${caseEvent(first.id, reminder.event)} ${recipient}`,
        recipient,
        subject: `${reminder.subject(due.length)} · ${site.siteName}`,
        greeting: 'Hello,',
        paragraphs: [listed(lines), `${reminder.request}: ${site.siteUrl}${path}`],
        site,
      }),
    );
  await tx
    .insertInto('case_entries')
    .values(
      due.map(({ id }) => ({
        case_id: id,
        kind: 'reminder' as const,
        text: reminder.subject(1),
        admin: null,
        is_public: false,
        details: null,
      })),
    )
    .execute();
};

/** The most urgent first. */
const byDeadline = <Due extends DueCase>(due: Due[]): Due[] =>
  due.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id);

type CounterNoticeStage = 'half' | 'end';

interface DueNotice extends DueCase {
  noticeId: number;
}

const marks: Record<CounterNoticeStage, ReturnType<typeof sql>> = {
  half: sql`half_reminded_at`,
  end: sql`end_reminded_at`,
};

/** The condition on `counter_notices n`. */
const isDue: Record<CounterNoticeStage, (now: Date) => ReturnType<typeof sql>> = {
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
const takeNotices = (stage: CounterNoticeStage, now: Date) => sql<DueNotice>`
  update counter_notices taken set ${marks[stage]} = ${now} from cases c where c.id = taken.case_id and taken.id in (
    select n.id from counter_notices n join cases c on c.id = n.case_id where ${clockRuns} and ${isDue[stage](now)}
    order by n.restore_by, n.id limit ${maxRemindedOf} for update of n skip locked for key share of c skip locked)
  returning c.id, c.kind, c.received_at as "receivedAt", taken.restore_by as "dueAt", taken.id as "noticeId"`;

const notices = (count: number) => (count === 1 ? 'A counter-notice' : `${count} counter-notices`);

const counterNoticeSubjects: Record<CounterNoticeStage, (count: number) => string> = {
  half: (count) => `${notices(count)}: half of the time is over`,
  end: (count) => `${notices(count)}: restore what was removed within two hours`,
};

/** Reminds admins of counter-notices at half of their time and two hours before its end, once each. */
const remindOfCounterNotices = async (db: Db, site: SiteIdentity, now: Date): Promise<number> => {
  let told = 0;
  for (const stage of ['end', 'half'] as const)
    told += await db.transaction().execute(async (tx) => {
      const { rows } = await takeNotices(stage, now).execute(tx);
      const [first, ...others] = byDeadline(rows);
      if (!first) return 0;
      const reminder = {
        event: `reminder counter-notice ${stage} ${first.noticeId}`,
        subject: counterNoticeSubjects[stage],
        due: 'restore by',
        request: 'Restore it, or enter that the claimant has gone to court',
        list: '/admin/removals?status=counter_notice',
      };
      await sendReminder(tx, [first, ...others], reminder, site);
      return rows.length;
    });
  return told;
};

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
