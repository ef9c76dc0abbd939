import { onTestFinished } from 'vitest';
import type { TestDatabase } from './database.ts';

export interface ImportGate {
  /** How many transactions wait, at it or for those that do. */
  waiting: () => Promise<number>;
  open: () => Promise<void>;
}

/** Whoever waits for this lock waits until the gate is opened, or the test has finished. */
export const holdImports = async (
  { owner }: Pick<TestDatabase, 'owner'>,
  lock: string,
  values: string[] = [],
): Promise<ImportGate> => {
  const client = await owner.pool.connect();
  let isOpen = false;
  const open = async () => {
    if (isOpen) return;
    isOpen = true;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(open);
  await client.query('begin');
  await client.query(lock, values);
  const waiting = async () => {
    const { rowCount } = await owner.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount ?? 0;
  };
  return { waiting, open };
};

/** Holds a run at the first rows with a tag that is new. */
export const holdTag = (database: Pick<TestDatabase, 'owner'>, slug: string) =>
  holdImports(database, 'insert into tags (slug, name) values ($1, $1)', [slug]);
