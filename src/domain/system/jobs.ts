import { momentLabel } from '#domain/day.ts';
import { isRunning, type JobState, nextRunAt } from '#domain/jobs/scheduled-jobs.ts';
import { type Check, failure, ok, plural, warning } from './check.ts';

const part = 'Jobs';
/** Jobs may start over a minute late, and later if the site restarts. */
const graceMs = 15 * 60_000;
/** The default of pg-boss. */
const defaultExpireSeconds = 15 * 60;

/** Checks the last run of a job. */
export const judgeJob = (job: JobState, now = new Date()): Check => {
  const { title, cron, startedAt, endedAt, error, succeededAt, expireInSeconds = defaultExpireSeconds } = job;
  if (!startedAt) return ok(part, `“${title}” has not run yet.`);
  if (error !== undefined)
    return failure(
      part,
      `“${title}” failed on ${momentLabel(endedAt ?? startedAt)}: ${error}.`,
      `It runs again on ${momentLabel(job.nextRunAt)}. The site’s log has details.`,
    );
  if (isRunning(job) && now.getTime() - startedAt.getTime() > expireInSeconds * 1000)
    return warning(
      part,
      `“${title}” has been running since ${momentLabel(startedAt)}, or was interrupted.`,
      'It restarts automatically. If not, check that the site is running.',
    );
  const due = nextRunAt(cron, startedAt);
  if (now.getTime() - due.getTime() > graceMs)
    return warning(
      part,
      `“${title}” has not run since ${momentLabel(startedAt)}.`,
      'Check that the site is running, and look in its log for errors of pg-boss.',
    );
  return ok(part, succeededAt ? `“${title}” ran on ${momentLabel(succeededAt)}.` : `“${title}” is running.`);
};

/** Returns the jobs that need attention, or a single summary. */
export const judgeJobs = (jobs: readonly JobState[], now = new Date()): Check[] => {
  const problems = jobs.map((job) => judgeJob(job, now)).filter(({ state }) => state !== 'ok');
  if (problems.length > 0) return problems;
  const ran = jobs.filter(({ startedAt }) => startedAt).length;
  return [
    ok(
      part,
      ran === jobs.length
        ? `All ${jobs.length} jobs have run without errors.`
        : `${ran} of ${plural(jobs.length, 'job')} have run without errors.`,
    ),
  ];
};
