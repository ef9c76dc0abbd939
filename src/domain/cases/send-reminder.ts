import { type CaseKind, caseNumber } from '#contract/values/cases.ts';
import type { Tx } from '#db/database.ts';
import { momentLabel } from '#domain/day.ts';
import { composeMessage, queueMessage } from '#domain/mail/outbox.ts';
import { readSettings, type SiteIdentity } from '#domain/settings.ts';
import { caseEvent, listed } from './case-emails.ts';

export interface DueCase {
  id: number;
  kind: CaseKind;
  receivedAt: Date;
  dueAt: Date;
}

/** So many share one email; the rest follow in the next run. */
export const maxRemindedOf = 500;

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
export const sendReminder = async (
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
export const byDeadline = <Due extends DueCase>(due: Due[]): Due[] =>
  due.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id);
