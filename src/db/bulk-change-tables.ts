import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

export interface BulkChangesTable {
  id: Generated<number>;
  admin_id: number | null;
  admin: string;
  change: JSONColumnType<object>;
  filter: JSONColumnType<object> | null;
  state: Generated<'running' | 'stopped' | 'finished' | 'failed' | 'undoing' | 'undone'>;
  /** pg reads arrays of bigint as text. */
  video_ids: ColumnType<string[], readonly number[], readonly number[]>;
  total: number;
  done_id: Generated<number>;
  undone_id: Generated<number>;
  done: Generated<number>;
  changed: Generated<number>;
  skipped: Generated<number>;
  undone: Generated<number>;
  not_undone: Generated<number>;
  error: string | null;
  runner: string | null;
  alive_at: Time;
  started_at: Time;
  ended_at: OptionalTime;
  undone_by: string | null;
  undo_started_at: OptionalTime;
  undo_ended_at: OptionalTime;
}

export interface BulkChangeRowsTable {
  bulk_change_id: number;
  video_id: number;
  version: number | null;
  before: JSONColumnType<object> | null;
  skipped: 'gone' | 'full' | 'incomplete' | 'refused' | 'changed' | null;
}
