import type { Db } from '#db/database.ts';

export interface Website {
  name: string;
  url: string;
  logo: string;
  description: string;
}

/** The partner websites that visitors see, oldest first. */
export const activeWebsites = (db: Db): Promise<Website[]> =>
  db
    .selectFrom('partners')
    .select(['name', 'url', 'logo', 'description'])
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
