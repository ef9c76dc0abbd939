import { momentLabel } from '#domain/day.ts';
import type { Backup } from './backup-rows.ts';
import { overdueMs } from './schedule.ts';

interface History {
  hour: number | null;
  nextAt: Date | undefined;
  unfinished: Backup | undefined;
  lastSuccess: Backup | undefined;
  lastFailure: Backup | undefined;
}

const lastGood = (lastSuccess: Backup | undefined) =>
  lastSuccess ? `The last good one is of ${momentLabel(lastSuccess.startedAt)}.` : 'There is no good one yet.';

const startOf = (sentence: string) => sentence.replace(/[.\s]+$/, '');

/**
 * Why somebody should look at the backups; undefined if they are well. A site that has never made one is not scheduled: nobody
 * has set BACKUP_TO.
 */
export const describeProblem = (
  { hour, nextAt, unfinished, lastSuccess, lastFailure }: History,
  now: Date,
): string | undefined => {
  const isOlder = (backup: Backup) => now.getTime() - backup.startedAt.getTime() > overdueMs;
  if (lastFailure?.error && lastFailure.id > (lastSuccess?.id ?? 0)) {
    if (hour === null && isOlder(lastFailure)) return undefined;
    const where = lastFailure.node === null ? '' : ` on ${lastFailure.node}`;
    const next = nextAt === undefined ? '' : ` The next one is due on ${momentLabel(nextAt)}.`;
    return `The backup of ${momentLabel(lastFailure.startedAt)}${where} failed: ${startOf(lastFailure.error)}. ${lastGood(lastSuccess)}${next}`;
  }
  if (hour === null || unfinished || !lastSuccess || !isOlder(lastSuccess)) return undefined;
  return `No backup has been made since ${momentLabel(lastSuccess.startedAt)}, although one is due every day at ${String(hour).padStart(2, '0')}:00 UTC. See whether a node with BACKUP_TO is running, and what its log says.`;
};
