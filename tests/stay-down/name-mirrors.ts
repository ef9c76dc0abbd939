import type { Db } from '#db/database.ts';

/** As an operator names mirrors in the settings. */
export const nameMirrors = async (db: Db, hostMirrors: string): Promise<void> => {
  const value = JSON.stringify({ hostMirrors });
  await db
    .insertInto('settings')
    .values({ key: 'site', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
};
