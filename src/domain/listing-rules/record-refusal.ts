import type { Db } from '#db/database.ts';
import { type Actor, type Change, recordChange } from '#domain/audit/record-change.ts';
import type { Listing, Refusal } from '#domain/listing/listing.ts';
import { ListingRefusedError } from './may-be-listed.ts';

/** Somebody without an account: a visitor who submits a website. */
const visitor = 'A visitor';

/** The entry of the audit log about something that was refused. */
export const refusedChange = ({ entity, id, name }: Listing, { sentence, details }: Refusal): Change => ({
  action: 'refuse',
  entity,
  entityId: id,
  after: { name, reason: sentence, ...details },
});

/**
 * Records a refusal after its transaction was rolled back. Every error may be passed to it; `actor` is whoever made the call,
 * if it has an account.
 */
export const recordRefusal = async (
  db: Db,
  error: unknown,
  actor: Actor | { adminId: null; admin?: undefined; ip: string | null },
): Promise<void> => {
  if (!(error instanceof ListingRefusedError)) return;
  await recordChange(db, { ...actor, admin: actor.admin ?? visitor }, refusedChange(error.listing, error.refusal));
};
