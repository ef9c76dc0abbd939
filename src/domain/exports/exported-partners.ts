import type { Db } from '#db/database.ts';
import { type Partner, selectPartners } from '#domain/partners/partners.ts';
import { type PartnerFilter, partnersMatching } from '#domain/partners/search-partners.ts';
import { byId } from './in-batches.ts';

export const everyPartner = (db: Db): AsyncGenerator<Partner[]> =>
  byId((after, limit) => selectPartners(db).where('id', '>', after).orderBy('id').limit(limit).execute());

/** Those that match, in the order in which they were added. */
export const exportedPartners = (db: Db, filter: PartnerFilter): AsyncGenerator<Partner[]> =>
  byId((after, limit) => partnersMatching(db, filter).where('id', '>', after).orderBy('id').limit(limit).execute());
