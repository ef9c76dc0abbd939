import type { Db } from '#db/database.ts';

/** A partner as visitors see it. */
export interface ListedPartner {
  name: string;
  url: string;
  logo: string;
  description: string;
}

/** Active partners that are not blocked, oldest first. */
export const listedPartners = (db: Db): Promise<ListedPartner[]> =>
  db
    .selectFrom('partners')
    .select(['name', 'url', 'logo', 'description'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .where('blocked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
