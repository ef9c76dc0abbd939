import { CronExpressionParser } from 'cron-parser';
import type { Db } from '#db/database.ts';

interface ScheduledJob<Name extends string = string> {
  name: Name;
  /** Shown in the back-office. */
  title: string;
  /** Schedule in UTC. */
  cron: string;
  /** Time after which another process retries the job. */
  expireInSeconds?: number;
}

const deliverMail = { name: 'deliver-mail', title: 'Send emails', cron: '* * * * *', expireInSeconds: 120 } as const;

const backUp = { name: 'back-up', title: 'Make backups that are due', cron: '* * * * *' } as const;

const always = [
  { name: 'publish-due', title: 'Publish scheduled posts', cron: '* * * * *', expireInSeconds: 600 },
  { name: 'announce-changes', title: 'Announce changed pages', cron: '* * * * *', expireInSeconds: 600 },
  {
    name: 'hash-pictures',
    title: 'Look for removed pictures and links',
    cron: '* * * * *',
    expireInSeconds: 600,
  },
  { name: 'check-links', title: 'Check the links of posts', cron: '* * * * *', expireInSeconds: 600 },
  { name: 'remind-of-cases', title: 'Hide what notices wait for, and remind admins of cases', cron: '* * * * *' },
  { name: 'run-imports', title: 'Run imports', cron: '* * * * *' },
  { name: 'run-bulk-changes', title: 'Run bulk changes', cron: '* * * * *' },
  { name: 'fetch-feeds', title: 'Fetch feeds that are due', cron: '* * * * *' },
  { name: 'apply-blocks', title: 'Apply blocks', cron: '* * * * *' },
  { name: 'end-free-days', title: 'End free days of websites', cron: '5 * * * *' },
  { name: 'remind-of-last-day', title: 'Remind websites of their last free day', cron: '10 * * * *' },
  { name: 'refresh-most-viewed', title: 'Count the most viewed videos', cron: '15 * * * *' },
  { name: 'count-results', title: 'Count results of networks and sources', cron: '45 * * * *', expireInSeconds: 1800 },
  { name: 'prune-sign-ins', title: 'Remove expired sessions', cron: '20 * * * *' },
  { name: 'prune-change-log', title: 'Shorten the change log', cron: '25 * * * *' },
  { name: 'prune-searches', title: 'Remove old searches', cron: '1 * * * *' },
  { name: 'forget-senders', title: 'Forget senders and reporters when their time is over', cron: '40 3 * * *' },
  { name: 'prune-imports', title: 'Remove feeds after 30 days', cron: '45 3 * * *' },
  { name: 'prune-bulk-changes', title: 'Remove undo data of bulk changes after 30 days', cron: '35 3 * * *' },
  { name: 'count-links', title: 'Count working and dead links', cron: '50 * * * *' },
  { name: 'watch-backups', title: 'Report failed backups', cron: '*/10 * * * *' },
  { name: 'purge-deleted', title: 'Permanently delete records after 30 days', cron: '30 3 * * *' },
] as const;

export type JobName = typeof deliverMail.name | typeof backUp.name | (typeof always)[number]['name'];

interface Duties {
  /** Without a mail server, messages wait in the outbox. */
  sendsMail: boolean;
  makesBackups: boolean;
}

/** The jobs that a node schedules. */
export const scheduledJobs = ({ sendsMail, makesBackups }: Duties): ScheduledJob<JobName>[] => [
  ...(sendsMail ? [deliverMail] : []),
  ...(makesBackups ? [backUp] : []),
  ...always,
];

/** The next time that a schedule is due, computed by the same library that pg-boss uses. */
export const nextRunAt = (cron: string, now: Date): Date =>
  CronExpressionParser.parse(cron, { currentDate: now, tz: 'UTC' }).next().toDate();

const twoDigits = (text: string) => text.padStart(2, '0');

/** A schedule in words. */
export const describeSchedule = (cron: string): string => {
  const [minute = '*', hour = '*'] = cron.split(' ');
  if (hour !== '*') return `Daily at ${twoDigits(hour)}:${twoDigits(minute)} UTC`;
  if (minute === '*') return 'Every minute';
  const step = /^\*\/(\d+)$/.exec(minute)?.[1];
  return step === undefined ? `Hourly at :${twoDigits(minute)}` : `Every ${step} minutes`;
};

/** A job with its last run. */
export interface JobState extends ScheduledJob {
  startedAt: Date | undefined;
  /** End of the last run that ended. Earlier than `startedAt` while another run is in progress. */
  endedAt: Date | undefined;
  /** Error of the last run that ended. */
  error: string | undefined;
  succeededAt: Date | undefined;
  nextRunAt: Date;
}

/** Whether the last run has not ended. Its process may have been killed. */
export const isRunning = ({ startedAt, endedAt }: Pick<JobState, 'startedAt' | 'endedAt'>): boolean =>
  startedAt !== undefined && (endedAt === undefined || endedAt < startedAt);

const maxErrorLength = 1000;

/** Runs a job and records its result. */
export const recordRun = async (db: Db, job: string, run: () => Promise<unknown>): Promise<void> => {
  const started_at = new Date();
  await db
    .insertInto('job_runs')
    .values({ job, started_at })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ started_at }))
    .execute();
  const end = (result: { error: string } | { error: null; succeeded_at: Date }) =>
    db
      .updateTable('job_runs')
      .set({ ...result, ended_at: new Date() })
      .where('job', '=', job)
      // Another process may have started it again because this run took too long.
      .where('started_at', '=', started_at)
      .execute();
  try {
    await run();
  } catch (error) {
    // Storing the result may fail for the same reason. Report the job's own error.
    await end({ error: ((error as Error).message || String(error)).slice(0, maxErrorLength) }).catch(() => {});
    throw error;
  }
  await end({ error: null, succeeded_at: new Date() });
};

export const readJobs = async (db: Db, jobs: readonly ScheduledJob[], now = new Date()): Promise<JobState[]> => {
  const runs = await db.selectFrom('job_runs').selectAll().execute();
  const byJob = new Map(runs.map((run) => [run.job, run]));
  return jobs.map((job) => {
    const run = byJob.get(job.name);
    return {
      ...job,
      startedAt: run?.started_at,
      endedAt: run?.ended_at ?? undefined,
      error: run?.error ?? undefined,
      succeededAt: run?.succeeded_at ?? undefined,
      nextRunAt: nextRunAt(job.cron, now),
    };
  });
};
