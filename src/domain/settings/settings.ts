import { defaultSettings } from '#contract/values/default-settings.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';

/** The settings that operators have changed, named as in the contract; all others have their default. */
export type StoredSettings = Record<string, unknown>;

const site = 'site';
/** All settings are one entity in the audit log. */
const entityId = 1;

export const readSettings = async (db: Db): Promise<StoredSettings> => {
  const row = await db.selectFrom('settings').select('value').where('key', '=', site).executeTakeFirst();
  return (row?.value ?? {}) as StoredSettings;
};

/** What operators have set, over the defaults. `siteName` is the configured default name. */
export const withDefaults = (stored: StoredSettings, siteName: string) => ({ ...defaultSettings, siteName, ...stored });

export const saveSettings = (db: Db, actor: Actor, settings: StoredSettings): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await readSettings(tx);
    const value = JSON.stringify(settings);
    await tx
      .insertInto('settings')
      .values({ key: site, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    await recordChange(tx, actor, { action: 'update', entity: 'settings', entityId, before, after: settings });
  });
