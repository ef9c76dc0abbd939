import { PgBoss } from 'pg-boss';
import { connectionTo } from './client.ts';
import { migrate } from './migrations.ts';
import type { DatabaseServer } from './open-server.ts';
import { grantRows } from './site-role.ts';

/** Creates or upgrades the tables of the job queue, which has migrations of its own. */
const installJobQueue = async (ownerUrl: string) => {
  const boss = new PgBoss({ ...connectionTo(ownerUrl), max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
};

/** Does everything that requires the owner of the database. After that, the site works with the role of `url`. */
export const prepareSchema = async ({ ownerUrl, siteRole }: Pick<DatabaseServer, 'ownerUrl' | 'siteRole'>) => {
  await migrate(ownerUrl);
  await installJobQueue(ownerUrl);
  if (siteRole !== undefined) await grantRows(ownerUrl, siteRole);
};
