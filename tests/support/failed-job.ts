import { expect } from 'vitest';
import type { Db } from '#db/database.ts';

const job = 'purge-deleted';

/** Makes it look as if a job had failed last time. It runs daily, and once at the start of the site, which is waited for. */
export const failJob = async (db: Db, error: string) => {
  const read = () => db.selectFrom('job_runs').select('succeeded_at').where('job', '=', job).executeTakeFirst();
  await expect.poll(async () => (await read())?.succeeded_at ?? null).not.toBeNull();
  await db.updateTable('job_runs').set({ error }).where('job', '=', job).execute();
};

export const repairJob = async (db: Db) => {
  await db.updateTable('job_runs').set({ error: null }).where('job', '=', job).execute();
};
