import { sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import { isUrgent } from '#contract/values/report-form.ts';
import type { Tx } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';

/**
 * Notices of one network within an hour: nobody fills in this many forms. Notices about intimate images and minors get more, because
 * many people may share a network, and are not refused for the lack of a proof of work alone.
 */
export const noticesPerHour = {
  withProof: 60,
  withoutProof: 5,
  urgentWithProof: 1000,
  urgentWithoutProof: 60,
} as const;
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
  const limitOf = (proof: boolean) => {
    if (isUrgent(kind)) return noticesPerHour[proof ? 'urgentWithProof' : 'urgentWithoutProof'];
    return noticesPerHour[proof ? 'withProof' : 'withoutProof'];
  };
  if (sent >= limitOf(true)) throw new TooManyRequestsError(tooMany, retryAfterSeconds);
  if (hasProof) return sent + 1 >= many;
  if (sent >= limitOf(false) || (!isUrgent(kind) && unproved >= unprovedPerHour))
    throw new TooManyRequestsError(withoutProof, retryAfterSeconds);
  return sent + 1 >= many;
};
