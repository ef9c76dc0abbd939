import type { Catalogue } from './catalogue.ts';

/** A position in the change log: which database, and the transaction snapshot whose changes are all applied. */
export interface Cursor {
  database: string;
  snapshot: string;
  /**
   * From a replica, whose snapshots don't say which transactions are running: those from the snapshot's xmin on whose changes
   * are applied.
   */
  applied?: string[];
}

/** The catalogue and how far it has followed the database. */
export interface IndexState {
  catalogue: Catalogue;
  cursor: Cursor;
  /** When view counts were last read, in milliseconds since 1970. */
  viewsAt: number;
}
