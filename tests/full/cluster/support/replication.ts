import { setTimeout as pause } from 'node:timers/promises';
import type { TestServer } from '../../../support/standby.ts';

const only = async <Row extends object>(server: TestServer, sql: string): Promise<Row | undefined> =>
  (await server.query<Row & Record<string, unknown>>(sql))[0];

const receivedSql = `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::float8 as bytes`;

/** Stops the primary from sending its log. Returns once the standby has what was sent before. */
export const holdBackLog = async (primary: TestServer, standby: TestServer): Promise<void> => {
  const sender = await only<{ pid: number }>(primary, 'select pid from pg_stat_replication');
  if (!sender) throw new Error('Nobody follows the primary');
  process.kill(sender.pid, 'SIGSTOP');
  const sent = await only<{ bytes: number }>(
    primary,
    `select pg_wal_lsn_diff(sent_lsn, '0/0')::float8 as bytes from pg_stat_replication`,
  );
  while (((await only<{ bytes: number }>(standby, receivedSql))?.bytes ?? 0) < (sent?.bytes ?? 0)) await pause(10);
};

/** How much of the log a standby has, once it has lost its primary and nothing can arrive any more. */
export const receivedByStandby = async (standby: TestServer): Promise<number> => {
  while (await only(standby, 'select pid from pg_stat_wal_receiver')) await pause(10);
  return (await only<{ bytes: number }>(standby, receivedSql))?.bytes ?? 0;
};
