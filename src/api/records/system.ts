import type { SystemJob, SystemNode } from '#contract/system.ts';
import { describeSchedule } from '#domain/jobs/cron.ts';
import { isRunning } from '#domain/jobs/job-runs.ts';
import type { SystemReport } from '#domain/system/system-report.ts';

export const toSystemNode = ({ node, check }: SystemReport['nodes'][number]): SystemNode => ({
  name: node.name,
  version: node.version,
  check,
  startedAt: node.startedAt.toISOString(),
  seenAt: node.seenAt.toISOString(),
  indexLagSeconds: node.state.index.lagSeconds,
  memoryBytes: node.state.memoryBytes,
});

export const toSystemJob = ({ job, check }: SystemReport['jobs'][number]): SystemJob => {
  const { name, title, cron, startedAt, endedAt, error, nextRunAt } = job;
  const hasEnded = startedAt && endedAt && !isRunning(job);
  return {
    name,
    title,
    schedule: describeSchedule(cron),
    check,
    isRunning: isRunning(job),
    startedAt: startedAt?.toISOString() ?? null,
    durationMs: hasEnded ? endedAt.getTime() - startedAt.getTime() : null,
    error: error ?? null,
    nextRunAt: nextRunAt.toISOString(),
  };
};
