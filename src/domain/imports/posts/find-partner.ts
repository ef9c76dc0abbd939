import type { Db } from '#db/database.ts';

/** The id of the partner that a row names, by id or by name; undefined if there is none. */
export type PartnerFinder = (partner: string) => number | undefined;

export const createPartnerFinder = async (db: Db): Promise<PartnerFinder> => {
  const partners = await db.selectFrom('partners').select(['id', 'name']).where('deleted_at', 'is', null).execute();
  const ids = new Set(partners.map(({ id }) => id));
  const byName = new Map(partners.map(({ id, name }) => [name.trim().toLowerCase(), id]));
  return (partner) => {
    const text = partner.trim();
    if (text === '') return undefined;
    return byName.get(text.toLowerCase()) ?? (ids.has(Number(text)) ? Number(text) : undefined);
  };
};
