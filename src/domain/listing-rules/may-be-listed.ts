import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#db/database.ts';
import { type Actor, type Change, recordChange } from '#domain/audit-log.ts';
import { findBlocked } from '#domain/blocks/find-blocked.ts';
import { ValidationError } from '#domain/errors.ts';
import type { Listing, Refusal } from '#domain/listing/listing.ts';
import { findKeptDown } from '#domain/stay-down/find-kept-down.ts';
import { findProhibitedTerms } from './prohibited-terms.ts';

/** Returns a refusal or undefined for each listing. Gets many at once, to need only one query. */
type Check = (db: Db, listings: readonly Listing[]) => Promise<(Refusal | undefined)[]>;

/** The first check that refuses a listing decides the message. */
const checks: Check[] = [findProhibitedTerms, findKeptDown, findBlocked];

/** Thrown for something that may not be listed. The outermost catch must pass it to recordRefusal(). */
export class ListingRefusedError extends ValidationError {
  readonly listing: Listing;
  readonly refusal: Refusal;

  constructor(listing: Listing, refusal: Refusal) {
    super(refusal.sentence, { [refusal.field]: refusal.sentence });
    this.listing = listing;
    this.refusal = refusal;
  }
}

/** Returns a refusal or undefined for each listing. */
export const refusalsOf = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const refusals: (Refusal | undefined)[] = listings.map(() => undefined);
  for (const check of checks)
    for (const [at, refusal] of (await check(db, listings)).entries()) refusals[at] ??= refusal;
  return refusals;
};

/**
 * Call it in every transaction that adds, edits, renames, imports or restores something. Skips a hidden record that is
 * unchanged since `before`, so that records that were listed before a term was prohibited can be hidden.
 */
export const assertMayBeListed = async (
  db: Db,
  listing: Listing,
  {
    before,
    isHidden = false,
    isNew = false,
  }: { before?: Listing | undefined; isHidden?: boolean; isNew?: boolean } = {},
): Promise<void> => {
  if (isHidden && before && isDeepStrictEqual(before, listing)) return;
  const [refusal] = await refusalsOf(db, [listing]);
  // The id of a new record becomes invalid when its transaction is rolled back.
  if (refusal) throw new ListingRefusedError(isNew ? { ...listing, id: 0 } : listing, refusal);
};

/** The audit log entry of a refusal. */
export const refusedChange = ({ entity, id, name }: Listing, { sentence, details }: Refusal): Change => ({
  action: 'refuse',
  entity,
  entityId: id,
  after: { name, reason: sentence, ...details },
});

/** Records a refusal after its transaction was rolled back. Ignores other errors. */
export const recordRefusal = async (
  db: Db,
  error: unknown,
  actor: Actor | { adminId: null; admin?: undefined; ip: string | null },
): Promise<void> => {
  if (!(error instanceof ListingRefusedError)) return;
  // Visitors who submit a website have no account.
  const named = { ...actor, admin: actor.admin ?? 'A visitor' };
  await recordChange(db, named, refusedChange(error.listing, error.refusal));
};
