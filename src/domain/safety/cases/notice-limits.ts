import { sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import { isUrgent } from '#contract/values/report-form.ts';
import type { Tx } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';

/**
 * Notices of one network within an hour. The first is a bound for everybody: nobody fills in this many forms. Without a proof of
 * work, notices about intimate images and minors get more than others, and are never refused for the lack of it alone.
 */
export const noticesPerHour = { withProof: 60, urgentWithoutProof: 60, withoutProof: 5 } as const;
/** From this many on, an operator sees that they come from one network. */
const many = 10;
/** Notices without a proof from everywhere within an hour, urgent ones aside. */
export const unprovedPerHour = 200;
const retryAfterSeconds = 3600;

const tooMany =
  'We have received many notices from your network. What you typed is kept: please send it again in an hour.';
const withoutProof =
  'We can take only a few notices an hour from browsers without JavaScript. Turn JavaScript on and send it again, or wait an hour.';

interface Sender {
  sender: string;
  kind: CaseKind;
  hasProof: boolean;
}

/** Refuses a flood. Returns whether the sender has sent many. */
export const assertWithinLimits = async (tx: Tx, { sender, kind, hasProof }: Sender): Promise<boolean> => {
  const { rows } = await sql<{ sent: number; unproved: number }>`
    select
      (select count(*)::int from cases where sender = ${sender} and received_at > now() - interval '1 hour') as sent,
      (select count(*)::int from cases where received_at > now() - interval '1 hour' and not has_proof
        and kind not in ('intimate_image', 'minor')) as unproved`.execute(tx);
  const { sent = 0, unproved = 0 } = rows[0] ?? {};
  const max = hasProof
    ? noticesPerHour.withProof
    : noticesPerHour[isUrgent(kind) ? 'urgentWithoutProof' : 'withoutProof'];
  if (sent >= noticesPerHour.withProof) throw new TooManyRequestsError(tooMany, retryAfterSeconds);
  if (sent >= max || (!hasProof && !isUrgent(kind) && unproved >= unprovedPerHour))
    throw new TooManyRequestsError(withoutProof, retryAfterSeconds);
  return sent + 1 >= many;
};
