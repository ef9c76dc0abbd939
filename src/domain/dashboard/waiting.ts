import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readBackups } from '#domain/backup/read-backups.ts';
import { scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';
import { notAboutAccounts } from '#domain/mail/outbox.ts';
import { isWaiting } from '#domain/partners/submissions.ts';

/** A job that an older version had may have failed for good. */
const jobNames = scheduledJobs({ sendsMail: true, makesBackups: true }).map(({ name }) => name);

export interface Waiting {
  submissions: number;
  mail: number;
  alarms: number;
  /** That are running or being undone, whoever started them. */
  bulkChanges: number;
}

/** How much waits for a decision, has failed or is under way, from partial indexes and small tables: every screen asks for it. */
export const readWaiting = async (db: Db, { isMainAdmin }: { isMainAdmin: boolean }): Promise<Waiting> => {
  const { rows } = await sql<Waiting>`
    select
      (select count(*)::int from partners where ${isWaiting} and deleted_at is null) as submissions,
      (select count(*)::int from outbox
       where status = 'failed' and created_at > now() - interval '7 days'
         and (${isMainAdmin} or ${notAboutAccounts})) as mail,
      (select count(*)::int from job_runs
       where error is not null and job = any(${jobNames})) as alarms,
      (select count(*)::int from bulk_changes where state in ('running', 'undoing')) as "bulkChanges"`.execute(db);
  const waiting = rows[0] as Waiting;
  if (!isMainAdmin) return { ...waiting, alarms: 0 };
  const { problem } = await readBackups(db);
  return { ...waiting, alarms: waiting.alarms + (problem === undefined ? 0 : 1) };
};
