import { CronExpressionParser } from 'cron-parser';
import type { Db } from '#db/database.ts';

interface ScheduledJob<Name extends string = string> {
  name: Name;
  /** For people. */
  title: string;
  /** In UTC. */
  cron: string;
  /** How long a run may take before another process retries it. */
  expireInSeconds?: number;
}

const deliverMail = { name: 'deliver-mail', title: 'Send emails', cron: '* * * * *', expireInSeconds: 120 } as const;

const backUp = { name: 'back-up', title: 'Begin backups that are due', cron: '* * * * *' } as const;

const always = [
  { name: 'publish-due', title: 'Publish scheduled posts', cron: '* * * * *', expireInSeconds: 600 },
  { name: 'announce-changes', title: 'Announce changed pages', cron: '* * * * *', expireInSeconds: 600 },
  {
    name: 'hash-pictures',
    title: 'Look for pictures and links that were removed',
    cron: '* * * * *',
    expireInSeconds: 600,
  },
  { name: 'check-links', title: 'Check the links of posts', cron: '* * * * *', expireInSeconds: 600 },
  { name: 'remind-of-cases', title: 'Remind of cases to decide', cron: '* * * * *' },
  { name: 'run-imports', title: 'Go on with imports', cron: '* * * * *' },
  { name: 'run-bulk-changes', title: 'Go on with bulk changes', cron: '* * * * *' },
  { name: 'fetch-feeds', title: 'Fetch feeds that are due', cron: '* * * * *' },
  { name: 'apply-blocks', title: 'Go on with blocks', cron: '* * * * *' },
  { name: 'end-free-days', title: 'End free days of websites', cron: '5 * * * *' },
  { name: 'remind-of-last-day', title: 'Remind websites of their last free day', cron: '10 * * * *' },
  { name: 'refresh-most-viewed', title: 'Count the most viewed videos', cron: '15 * * * *' },
  { name: 'count-results', title: 'Count what networks and sources bring', cron: '45 * * * *', expireInSeconds: 1800 },
  { name: 'prune-sign-ins', title: 'Remove expired sessions', cron: '20 * * * *' },
  { name: 'prune-change-log', title: 'Shorten the change log', cron: '25 * * * *' },
  { name: 'prune-searches', title: 'Remove old searches', cron: '1 * * * *' },
  { name: 'forget-senders', title: 'Forget which networks sent notices 90 days ago', cron: '40 3 * * *' },
  { name: 'prune-imports', title: 'Remove feeds of 30 days ago', cron: '45 3 * * *' },
  { name: 'prune-bulk-changes', title: 'Forget bulk changes of 30 days ago', cron: '35 3 * * *' },
  { name: 'count-links', title: 'Count living and dead links', cron: '50 * * * *' },
  { name: 'watch-backups', title: 'Report backups that fail', cron: '*/10 * * * *' },
  { name: 'purge-deleted', title: 'Remove records deleted 30 days ago', cron: '30 3 * * *' },
] as const;

export type JobName = typeof deliverMail.name | typeof backUp.name | (typeof always)[number]['name'];

interface Duties {
  /** Without a mail server, messages wait in the outbox. */
  sendsMail: boolean;
  makesBackups: boolean;
}

/** The jobs of a node. */
export const scheduledJobs = ({ sendsMail, makesBackups }: Duties): ScheduledJob<JobName>[] => [
  ...(sendsMail ? [deliverMail] : []),
  ...(makesBackups ? [backUp] : []),
  ...always,
];

/** The next time after `now` that a schedule is due, read by the library that pg-boss uses. */
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
  /** Of the last run that ended, which is earlier than the start while another one is running. */
  endedAt: Date | undefined;
  /** Why the last run that ended failed. */
  error: string | undefined;
  succeededAt: Date | undefined;
  nextRunAt: Date;
}

/** Whether the run that started last has not ended; its process may also have been killed. */
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
    // What the job failed of may keep its result from being written, too: the job's own error matters more.
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
