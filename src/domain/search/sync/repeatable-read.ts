import type pg from 'pg';

/** Runs reads in one transaction snapshot, so that they are consistent with each other. */
export const inRepeatableRead = async <T>(client: pg.Client, read: () => Promise<T>): Promise<T> => {
  await client.query('begin isolation level repeatable read read only');
  try {
    const result = await read();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
};
