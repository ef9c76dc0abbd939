import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#db/database.ts';
import { readBackups } from '#domain/backup/read-backups.ts';

/** Of the last good backup. */
export interface BackupMetrics {
  timestamp: number;
  duration: number;
  bytes: number;
}

/** All are 0 if there is none, and if backups are switched off: an alert would never end. */
export const readBackupMetrics = async (db: Db): Promise<BackupMetrics> => {
  const { lastSuccess, settings } = await readBackups(db);
  if (!lastSuccess?.finishedAt || settings.hour === null) return { timestamp: 0, duration: 0, bytes: 0 };
  const { startedAt, finishedAt, bytes } = lastSuccess;
  return {
    timestamp: startedAt.getTime() / 1000,
    duration: (finishedAt.getTime() - startedAt.getTime()) / 1000,
    bytes: bytes ?? 0,
  };
};

/** Prometheus gives a scrape up after some seconds, and all other metrics are needed most while the database hangs. */
const maxWaitMs = 1000;

/** Resolves after the read under way, or after a moment if the database does not answer. */
const boundedReader = (read: () => Promise<BackupMetrics>) => {
  let last: BackupMetrics | undefined;
  let reading: Promise<void> | undefined;
  const start = async () => {
    try {
      last = await read();
    } catch {
      // They stay as they were.
    } finally {
      reading = undefined;
    }
  };
  return async (): Promise<BackupMetrics | undefined> => {
    // All gauges of a scrape share one read, and a read that hangs is not followed by others.
    reading ??= start();
    const waiting = new AbortController();
    await Promise.race([reading, sleep(maxWaitMs, undefined, { signal: waiting.signal }).catch(() => {})]);
    waiting.abort();
    return last;
  };
};

/** The same on every node, and as they were last while the database is away. */
export const addBackupMetrics = (register: Registry, read: () => Promise<BackupMetrics>) => {
  const readLast = boundedReader(read);
  const add = (name: string, key: keyof BackupMetrics, help: string) =>
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        const last = await readLast();
        if (last) this.set(last[key]);
      },
    });
  add(
    'marquee_backup_last_success_timestamp_seconds',
    'timestamp',
    'When the last good backup began; 0 if none has been made, or none are scheduled',
  );
  add('marquee_backup_last_duration_seconds', 'duration', 'How long the last good backup took');
  add('marquee_backup_last_bytes', 'bytes', 'The size of the last good backup');
};
