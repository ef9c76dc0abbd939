import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#db/database.ts';
import { type Actor, type Change, recordChange } from '#domain/audit-log.ts';
import { findBlocked } from '#domain/blocks/find-blocked.ts';
import { ValidationError } from '#domain/errors.ts';
import type { Listing, Refusal } from '#domain/listing/listing.ts';
import { findKeptDown } from '#domain/stay-down/find-kept-down.ts';
import { findProhibitedTerms } from './prohibited-terms.ts';

/** Returns for each listing why it is refused, or undefined. It gets many at once, so that it can ask the database once. */
type Check = (db: Db, listings: readonly Listing[]) => Promise<(Refusal | undefined)[]>;

/** Whoever saves sees the sentence of the first check that refuses. */
const checks: Check[] = [findProhibitedTerms, findKeptDown, findBlocked];

/** Something that may never be listed, or not again. Whoever catches it last records it (recordRefusal). */
export class ListingRefusedError extends ValidationError {
  readonly listing: Listing;
  readonly refusal: Refusal;

  constructor(listing: Listing, refusal: Refusal) {
    super(refusal.sentence, { [refusal.field]: refusal.sentence });
    this.listing = listing;
    this.refusal = refusal;
  }
}

/** For many at once: why each of them is refused, or undefined. */
export const refusalsOf = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const refusals: (Refusal | undefined)[] = listings.map(() => undefined);
  for (const check of checks)
    for (const [at, refusal] of (await check(db, listings)).entries()) refusals[at] ??= refusal;
  return refusals;
};

/**
 * Call it wherever something is added, edited, renamed, imported or restored, in the transaction that does so. With `before`,
 * a record that visitors don't see and that stays as it was is not checked: it must be possible to hide what was listed
 * before a term was prohibited.
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
  // The id of a new record goes with its transaction.
  if (refusal) throw new ListingRefusedError(isNew ? { ...listing, id: 0 } : listing, refusal);
};

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
