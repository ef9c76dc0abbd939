import { sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import { caseNumber } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import { momentLabel } from '#domain/day.ts';
import { composeMessage } from '#domain/mail/compose-message.ts';
import { queueMessage } from '#domain/mail/outbox.ts';
import { readSettings } from '#domain/settings/settings.ts';
import { currentSite, type SiteIdentity } from '#domain/settings/site-identity.ts';
import { listed } from './case-emails.ts';

/** A minor's notice that has arrived, half of the time that has passed, and the last hours. */
type Stage = 'arrival' | 'half' | 'end';

interface DueCase {
  id: number;
  kind: CaseKind;
  receivedAt: Date;
  dueAt: Date;
}

/** So many share one email; the rest follow in the next run. */
const maxCases = 500;
const columns = sql`c.id, c.kind, c.received_at as "receivedAt", c.due_at as "dueAt"`;
const isRunning = sql`c.status <> 'decided' and c.paused_at is null`;

/** Where the clock began: with the last objection, or the notice itself. */
const clockStart = sql`coalesce((select max(e.at) from case_entries e where e.case_id = c.id and e.kind = 'objection'), c.received_at)`;

/** Locks the cases of a stage that admins were not told of, and marks them. */
const takeCases: Record<Stage, (now: Date) => ReturnType<typeof sql<DueCase>>> = {
  arrival: (now) => sql<DueCase>`
    update cases c set alerted_at = ${now} where c.id in (
      select id from cases where kind = 'minor' and alerted_at is null order by id limit ${maxCases} for update skip locked)
    returning ${columns}`,
  half: (now) => sql<DueCase>`
    update cases c set half_reminded_for = c.due_at where c.id in (
      select c.id from cases c where ${isRunning} and c.end_reminded_for is distinct from c.due_at
        and c.half_reminded_for is distinct from c.due_at and c.due_at - interval '2 hours' > ${now}
        and ${clockStart} + (c.due_at - ${clockStart}) / 2 <= ${now}
      order by c.due_at, c.id limit ${maxCases} for update skip locked)
    returning ${columns}`,
  end: (now) => sql<DueCase>`
    update cases c set end_reminded_for = c.due_at where c.id in (
      select c.id from cases c where ${isRunning} and c.end_reminded_for is distinct from c.due_at
        and c.due_at - interval '2 hours' <= ${now}
      order by c.due_at, c.id limit ${maxCases} for update skip locked)
    returning ${columns}`,
};

const cases = (count: number) => (count === 1 ? 'A case' : `${count} cases`);

const subjects: Record<Stage, (count: number) => string> = {
  arrival: (count) => `${count === 1 ? 'A notice' : `${count} notices`} about a person who may be under 18`,
  half: (count) => `${cases(count)} to decide: half of the time is over`,
  end: (count) => `${cases(count)} to decide within two hours`,
};

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

const sendReminder = async (tx: Tx, stage: Stage, due: readonly DueCase[], site: SiteIdentity) => {
  const [first] = due;
  if (!first) return;
  // The first case is reminded of this deadline once, so no other email has the same event.
  const event = `case ${first.id} reminder ${stage} ${first.dueAt.toISOString()}`;
  const lines = due.map((each) => `${caseNumber(each)} (${kindWords[each.kind]}): due ${momentLabel(each.dueAt)}`);
  const only = due.length === 1 ? `/${first.id}` : '';
  for (const recipient of await recipientsOf(tx))
    await queueMessage(
      tx,
      composeMessage({
        event: `${event} ${recipient}`,
        recipient,
        subject: `${subjects[stage](due.length)} · ${site.siteName}`,
        greeting: 'Hello,',
        paragraphs: [listed(lines), `Decide here: ${site.siteUrl}/admin/removals${only}`],
        site,
      }),
    );
  await tx
    .insertInto('case_entries')
    .values(
      due.map(({ id }) => ({
        case_id: id,
        kind: 'reminder' as const,
        text: subjects[stage](1),
        admin: null,
        is_public: false,
        details: null,
      })),
    )
    .execute();
};

/** Reminds admins of cases, once of each stage: the mark and the email are one transaction. Returns how many cases it told of. */
export const remindOfCases = async (db: Db, configured: SiteIdentity, now = new Date()): Promise<number> => {
  const site = await currentSite(db, configured);
  let told = 0;
  // The last hours first: they make a reminder at half of the time pointless.
  for (const stage of ['arrival', 'end', 'half'] as const)
    told += await db.transaction().execute(async (tx) => {
      const { rows } = await takeCases[stage](now).execute(tx);
      const due = rows.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id);
      await sendReminder(tx, stage, due, site);
      return due.length;
    });
  return told;
};
