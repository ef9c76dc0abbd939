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

/** Cases in one email. The rest follow in the next run. */
const maxCasesPerEmail = 500;

interface Reminder {
  /** Distinguishes emails whose first case is the same. */
  event: string;
  subject: (count: number) => string;
  /** Text before the deadline. */
  due: string;
  /** Text before the link. */
  request: string;
  /** Path of the list to link to if there are several cases. */
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

/** The operator's safety contact, or else all active admins. */
const recipientsOf = async (tx: Tx): Promise<string[]> => {
  const { safetyContact } = await readSettings(tx);
  if (typeof safetyContact === 'string' && safetyContact !== '') return [safetyContact];
  const admins = await tx.selectFrom('admins').select('email').where('is_active', '=', true).orderBy('id').execute();
  return admins.map(({ email }) => email);
};

/** Sends one email about all cases, and adds an entry to the history of each. */
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

type Query<Due> = ReturnType<typeof sql<Due>>;

/** Takes due cases and reminds admins of them in one transaction, so that each reminder is sent once. Returns their number. */
const remind = <Due extends DueCase>(
  db: Db,
  take: Query<Due>,
  reminderFor: (first: Due) => Reminder,
  site: SiteIdentity,
): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await take.execute(tx);
    const [first, ...others] = rows.sort(
      (one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id,
    );
    if (!first) return 0;
    await sendReminder(tx, [first, ...others], reminderFor(first), site);
    return rows.length;
  });

type CounterNoticeStage = 'half' | 'end';

interface DueNotice extends DueCase {
  noticeId: number;
}

const marks = { half: sql`half_reminded_at`, end: sql`end_reminded_at` };

/** Conditions on `counter_notices n`. */
const isDue = {
  half: (now: Date) => sql`n.half_reminded_at is null and n.end_reminded_at is null
    and n.restore_by - interval '2 hours' > ${now} and n.received_at + (n.restore_by - n.received_at) / 2 <= ${now}`,
  end: (now: Date) => sql`n.end_reminded_at is null and n.restore_by - interval '2 hours' <= ${now}`,
};

/**
 * Locks and marks the counter-notices that are due for a reminder. If an admin is changing one, its case is locked, and it waits for
 * the next run.
 */
const takeNotices = (stage: CounterNoticeStage, now: Date) => sql<DueNotice>`
  update counter_notices taken set ${marks[stage]} = ${now} from cases c where c.id = taken.case_id and taken.id in (
    select n.id from counter_notices n join cases c on c.id = n.case_id where ${clockRuns} and ${isDue[stage](now)}
    order by n.restore_by, n.id limit ${maxCasesPerEmail} for update of n skip locked for key share of c skip locked)
  returning c.id, c.kind, c.received_at as "receivedAt", taken.restore_by as "dueAt", taken.id as "noticeId"`;

const notices = (count: number) => (count === 1 ? 'A counter-notice' : `${count} counter-notices`);

const counterNoticeSubjects: Record<CounterNoticeStage, (count: number) => string> = {
  half: (count) => `${notices(count)}: half of the time has passed`,
  end: (count) => `${notices(count)}: restore what was removed within two hours`,
};

/** Reminds admins of each counter-notice at half of its time and two hours before its end. */
const remindOfCounterNotices = async (db: Db, site: SiteIdentity, now: Date): Promise<number> => {
  let reminded = 0;
  for (const stage of ['end', 'half'] as const) {
    const reminderFor = ({ noticeId }: DueNotice) => ({
      event: `reminder counter-notice ${stage} ${noticeId}`,
      subject: counterNoticeSubjects[stage],
      due: 'restore by',
      request: 'Restore it, or enter that the claimant has gone to court',
      list: '/admin/removals?status=counter_notice',
    });
    reminded += await remind(db, takeNotices(stage, now), reminderFor, site);
  }
  return reminded;
};

/** A new notice about a minor, a notice whose posts are still public, half of the time, and the last two hours. */
type Stage = 'arrival' | 'visible' | 'half' | 'end';

const columns = sql`c.id, c.kind, c.received_at as "receivedAt", c.due_at as "dueAt"`;
const isRunning = sql`c.status <> 'decided' and c.paused_at is null`;

/** The clock starts with the notice, and again with each objection. */
const clockStart = sql`coalesce((select max(e.at) from case_entries e where e.case_id = c.id and e.kind = 'objection'), c.received_at)`;

const takeUnalerted = (condition: Query<unknown>, now: Date) => sql<DueCase>`
  update cases c set alerted_at = ${now} where c.id in (
    select id from cases where ${condition} and alerted_at is null order by id limit ${maxCasesPerEmail} for update skip locked)
  returning ${columns}`;

const takeDue = (column: Query<unknown>, condition: Query<unknown>) => sql<DueCase>`
  update cases c set ${column} = c.due_at where c.id in (
    select c.id from cases c where ${isRunning} and c.end_reminded_for is distinct from c.due_at and ${condition}
    order by c.due_at, c.id limit ${maxCasesPerEmail} for update skip locked)
  returning ${columns}`;

/** Lock and mark the cases that are due for a reminder. */
const takeCases: Record<Stage, (now: Date) => Query<DueCase>> = {
  arrival: (now) => takeUnalerted(sql`kind = 'minor'`, now),
  visible: (now) => takeUnalerted(sql`'limit' = any(flags)`, now),
  half: (now) =>
    takeDue(
      sql`half_reminded_for`,
      sql`c.half_reminded_for is distinct from c.due_at and c.due_at - interval '2 hours' > ${now}
        and ${clockStart} + (c.due_at - ${clockStart}) / 2 <= ${now}`,
    ),
  end: (now) => takeDue(sql`end_reminded_for`, sql`c.due_at - interval '2 hours' <= ${now}`),
};

const cases = (count: number) => (count === 1 ? 'A case' : `${count} cases`);

const subjects: Record<Stage, (count: number) => string> = {
  arrival: (count) => `${count === 1 ? 'A notice' : `${count} notices`} about a person who may be under 18`,
  visible: (count) =>
    `${count === 1 ? 'A notice' : `${count} notices`} could not hide everything: visitors still see reported posts`,
  half: (count) => `${cases(count)} to decide: half of the time has passed`,
  end: (count) => `${cases(count)} to decide within two hours`,
};

/** In a flood, admins are told of new cases every ten minutes and not every minute. */
const flood = { alarmsPerHour: 5, restMinutes: 10 };

const isResting = async (db: Db, now: Date): Promise<boolean> => {
  const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const { rows } = await sql<{ alarms: number; lastAt: Date | null }>`
    select count(distinct alerted_at)::int as alarms, max(alerted_at) as "lastAt"
    from cases where received_at > ${since(120)} and alerted_at > ${since(60)}`.execute(db);
  const { alarms = 0, lastAt = null } = rows[0] ?? {};
  return alarms >= flood.alarmsPerHour && lastAt !== null && lastAt > since(flood.restMinutes);
};

/** Reminds admins of cases, once per stage. Returns the number of cases. */
export const remindOfCases = async (db: Db, configured: SiteIdentity, now = new Date()): Promise<number> => {
  const site = await currentSite(db, configured);
  let reminded = 0;
  const arrivals = (await isResting(db, now)) ? [] : (['arrival', 'visible'] as const);
  // 'end' before 'half': it makes a reminder at half of the time pointless.
  for (const stage of [...arrivals, 'end', 'half'] as const) {
    const reminderFor = ({ dueAt }: DueCase) => ({
      // A case is reminded of each deadline once per stage, so the event is unique.
      event: `reminder ${stage} ${dueAt.toISOString()}`,
      subject: subjects[stage],
      due: 'due',
      request: 'Decide here',
      list: '/admin/removals',
    });
    reminded += await remind(db, takeCases[stage](now), reminderFor, site);
  }
  return reminded + (await remindOfCounterNotices(db, site, now));
};
