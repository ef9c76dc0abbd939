import { momentLabel } from '#domain/day.ts';
import { isRunning, type JobState, nextRunAt } from '#domain/jobs/scheduled-jobs.ts';
import { type Check, failure, ok, plural, warning } from './check.ts';

const part = 'Jobs';
/** A job starts up to a minute and some seconds late; a site that restarts has to become ready first. */
const graceMs = 15 * 60_000;
/** As pg-boss has it for jobs that say nothing else. */
const defaultExpireSeconds = 15 * 60;

/** Judges the last run of one job. */
export const judgeJob = (job: JobState, now = new Date()): Check => {
  const { title, cron, startedAt, endedAt, error, succeededAt, expireInSeconds = defaultExpireSeconds } = job;
  if (!startedAt) return ok(part, `“${title}” has not run yet.`);
  if (error !== undefined)
    return failure(
      part,
      `“${title}” failed on ${momentLabel(endedAt ?? startedAt)}: ${error}.`,
      `It runs again on ${momentLabel(job.nextRunAt)}; the log of the site says more.`,
    );
  if (isRunning(job) && now.getTime() - startedAt.getTime() > expireInSeconds * 1000)
    return warning(
      part,
      `“${title}” has been running since ${momentLabel(startedAt)}, or was interrupted.`,
      'It is started again by itself; if not, see whether the site runs.',
    );
  const due = nextRunAt(cron, startedAt);
  if (now.getTime() - due.getTime() > graceMs)
    return warning(
      part,
      `“${title}” has not run since ${momentLabel(startedAt)}.`,
      'See whether the site runs, and in its log whether pg-boss fails.',
    );
  return ok(part, succeededAt ? `“${title}” ran on ${momentLabel(succeededAt)}.` : `“${title}” is running.`);
};

/** Those that need attention; one line if all is well. */
export const judgeJobs = (jobs: readonly JobState[], now = new Date()): Check[] => {
  const problems = jobs.map((job) => judgeJob(job, now)).filter(({ state }) => state !== 'ok');
  if (problems.length > 0) return problems;
  const ran = jobs.filter(({ startedAt }) => startedAt).length;
  return [
    ok(
      part,
      ran === jobs.length
        ? `All ${jobs.length} jobs have run, and none failed.`
        : `${ran} of ${plural(jobs.length, 'job')} have run, and none failed.`,
    ),
  ];
};
