import type { Db, Tx } from './database.ts';

/** Uses the caller's transaction, or opens one. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
