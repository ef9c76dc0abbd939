import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { readBackups } from '#domain/backup/read-backups.ts';
import { isOverdue } from '#domain/cases/clock.ts';
import { endsSoon, hasEnded, hasEndingCounterNotice } from '#domain/cases/counter-notice-clock.ts';
import { countWaitingImports } from '#domain/imports/waiting-imports.ts';
import { scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';
import { deadPostCount } from '#domain/links/dead-posts.ts';
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
  /** Without a working link, to be decided; counted up to the bound. */
  deadPosts: number;
  /** That wait to be confirmed or have failed, and feeds that cannot be fetched. */
  imports: number;
  /** To be decided, or with a counter-notice that ends soon; counted up to a bound, because a flood must not slow down every screen. */
  cases: number;
  overdueCases: number;
  /** When the next one will be overdue. */
  nextCaseDueAt: Date | null;
  /** Whose time to restore what was removed ends soon, or is over. */
  endingCounterNotices: number;
  overdueCounterNotices: number;
}

const maxCounted = 1000;

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
      ${deadPostCount(maxCounted)} as "deadPosts",
      (select count(*)::int from bulk_changes where state in ('running', 'undoing')) as "bulkChanges",
      ${countWaitingImports} as imports,
      (select count(*)::int from (select from cases where status <> 'decided' limit ${maxCounted}) c)
        + (select count(*)::int from cases c where c.status = 'decided' and ${hasEndingCounterNotice}) as cases,
      (select count(*)::int from (select from cases where ${isOverdue} limit ${maxCounted}) c) as "overdueCases",
      (select min(due_at) from cases where status <> 'decided' and paused_at is null and due_at > now()) as "nextCaseDueAt",
      (select count(*)::int from counter_notices n where ${endsSoon} and not ${hasEnded}) as "endingCounterNotices",
      (select count(*)::int from counter_notices n where ${hasEnded}) as "overdueCounterNotices"`.execute(db);
  const waiting = rows[0] as Waiting;
  if (!isMainAdmin) return { ...waiting, alarms: 0 };
  const { problem } = await readBackups(db);
  return { ...waiting, alarms: waiting.alarms + (problem === undefined ? 0 : 1) };
};
