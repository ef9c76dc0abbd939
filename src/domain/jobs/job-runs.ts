import type { Db } from '#db/database.ts';
import { nextRunAt } from './cron.ts';
import type { ScheduledJob } from './scheduled-jobs.ts';

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
