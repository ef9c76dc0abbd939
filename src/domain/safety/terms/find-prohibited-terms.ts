import type { Db } from '#db/database.ts';
import type { Listing } from '../listing.ts';
import type { Refusal } from '../may-be-listed.ts';

/** Refuses what contains a term that may never be listed. */
export const findProhibitedTerms = async (_db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> =>
  listings.map(() => undefined);
