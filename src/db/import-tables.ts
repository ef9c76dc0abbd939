import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

interface ImportSourcesTable {
  id: Generated<number>;
  name: string;
  url: string | null;
  every_minutes: number | null;
  settings: JSONColumnType<object>;
  etag: string | null;
  last_modified: string | null;
  fetched_at: OptionalTime;
  next_fetch_at: OptionalTime;
  failures: Generated<number>;
  last_error: string | null;
  fetching_until: OptionalTime;
  last_result: 'new' | 'unchanged' | 'failed' | null;
  last_import_id: number | null;
  asked_by: number | null;
  sealed_login: Buffer | null;
  cap_day: ColumnType<Date | null, string | null | undefined, string | null>;
  cap_used: Generated<number>;
  scheduled_to: OptionalTime;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

type ImportState =
  | 'receiving'
  | 'received'
  | 'checking'
  | 'checked'
  | 'running'
  | 'waiting'
  | 'stopped'
  | 'finished'
  | 'failed'
  | 'undoing'
  | 'undone';

interface ImportsTable {
  id: Generated<number>;
  source_id: number;
  admin_id: number | null;
  admin: string;
  origin: 'upload' | 'url' | 'schedule' | 'command';
  file_name: Generated<string>;
  bytes: Generated<number>;
  expected_bytes: number | null;
  settings: JSONColumnType<object>;
  state: Generated<ImportState>;
  runs_after_check: Generated<boolean>;
  checked_counts: ColumnType<unknown, string | undefined, string>;
  counts: ColumnType<unknown, string | undefined, string>;
  total_rows: number | null;
  done_rows: Generated<number>;
  source_posts: number | null;
  missing: number | null;
  lost_rows: Generated<number>;
  incomplete_rows: Generated<number>;
  unused_columns: ColumnType<unknown, string | undefined, string>;
  unchanged_rows: Buffer | null;
  takes_down: Generated<boolean>;
  is_bulk: Generated<boolean>;
  passes: Generated<number>;
  taken_down: Generated<number>;
  taken_down_to: Generated<number>;
  resume_at: OptionalTime;
  undone: Generated<number>;
  left_alone: Generated<number>;
  undone_to: Generated<number>;
  notice: string | null;
  error: string | null;
  runner: string | null;
  alive_at: Time;
  received_at: OptionalTime;
  check_started_at: OptionalTime;
  checked_at: OptionalTime;
  started_at: OptionalTime;
  ended_at: OptionalTime;
  undone_by: string | null;
  undo_started_at: OptionalTime;
  undo_ended_at: OptionalTime;
  created_at: Time;
}

interface ImportChunksTable {
  import_id: number;
  number: number;
  is_compressed: boolean;
  content: Buffer;
}

interface ImportItemsTable {
  source_id: number;
  key: string;
  row_hash: string | null;
  video_id: number;
  version: number;
  fields: Buffer;
  import_id: number;
  taken_down: Generated<boolean>;
}

interface ImportRowsTable {
  import_id: number;
  outcome: 'new' | 'changed' | 'incomplete' | 'duplicate' | 'refused' | 'bad' | 'heldBack' | 'takenDown' | 'leftAlone';
  number: number;
  reason: Generated<string>;
  title: Generated<string>;
  link: Generated<string>;
  video_id: number | null;
}

interface ImportChangesTable {
  import_id: number;
  video_id: number;
  version: number;
  before: JSONColumnType<object>;
}

interface BulkChangesTable {
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

interface BulkChangeRowsTable {
  bulk_change_id: number;
  video_id: number;
  version: number | null;
  before: JSONColumnType<object> | null;
  skipped: 'gone' | 'full' | 'incomplete' | 'refused' | 'changed' | null;
}

export interface ImportTables {
  bulk_changes: BulkChangesTable;
  bulk_change_rows: BulkChangeRowsTable;
  import_sources: ImportSourcesTable;
  imports: ImportsTable;
  import_chunks: ImportChunksTable;
  import_items: ImportItemsTable;
  import_rows: ImportRowsTable;
  import_changes: ImportChangesTable;
}
