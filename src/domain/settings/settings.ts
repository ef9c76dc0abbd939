import type { Db } from '#db/database.ts';

/** What operators have set, by the names of the contract; the rest keeps its preset. */
export type StoredSettings = Record<string, unknown>;

const site = 'site';

export const readSettings = async (db: Db): Promise<StoredSettings> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', site).executeTakeFirst();
  return (row?.value ?? {}) as StoredSettings;
};

export const saveSettings = async (db: Db, settings: StoredSettings, adminId: number | null) => {
  const value = JSON.stringify(settings);
  await db
    .insertInto('settings')
    .values({ key: site, value, updated_by: adminId })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value, updated_by: adminId, updated_at: new Date() }),
    )
    .execute();
};
