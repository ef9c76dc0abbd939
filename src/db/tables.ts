import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { CatalogueTables } from './catalogue-tables.ts';
import type { OptionalTime, Time } from './column-types.ts';
import type { ImportTables } from './import-tables.ts';
import type { SafetyTables } from './safety-tables.ts';

interface BackupsTable {
  id: Generated<number>;
  name: string;
  requested_by: string | null;
  node: string | null;
  target: string | null;
  started_at: Time;
  alive_at: Time;
  finished_at: OptionalTime;
  bytes: number | null;
  videos: number | null;
  error: string | null;
  removed_at: OptionalTime;
}

interface BuildsTable {
  id: string;
  files: string[];
  used_at: Time;
}

export interface BuildFilesTable {
  name: string;
  type: string;
  content: Buffer;
  encoding: 'br' | 'identity';
}

interface NodesTable {
  id: string;
  name: string;
  version: string;
  status: 'starting' | 'serving' | 'stopping';
  started_at: Time;
  seen_at: Time;
  state: JSONColumnType<object>;
}

type ChangedEntity =
  | 'video'
  | 'tag'
  | 'performer'
  | 'partner'
  | 'setting'
  | 'list_text'
  | 'synonym'
  | 'search_redirect'
  | 'catalogue';

interface ChangeLogTable {
  id: Generated<number>;
  xid: Generated<string>;
  entity: ChangedEntity;
  entity_id: string;
  at: Time;
}

interface ChangeLogHorizonTable {
  only_row: Generated<boolean>;
  pruned_below: Generated<string>;
}

interface AuditLogTable {
  id: Generated<number>;
  at: Time;
  admin_id: number | null;
  admin: string;
  ip: string | null;
  action: string;
  entity: string;
  entity_id: string;
  before: JSONColumnType<Record<string, unknown>> | null;
  after: JSONColumnType<Record<string, unknown>> | null;
  token: string | null;
}

export interface PartnersTable {
  id: Generated<number>;
  name: string;
  url: string;
  logo: Generated<string>;
  description: Generated<string>;
  category: Generated<'adult' | 'entertainment' | 'social' | 'streaming'>;
  email: string | null;
  active: Generated<boolean>;
  submitted_at: OptionalTime;
  approved_at: OptionalTime;
  free_until: OptionalTime;
  paid_at: OptionalTime;
  rejected_at: OptionalTime;
  reject_reason: string | null;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
  blocked_at: OptionalTime;
}

interface ChannelsTable {
  id: Generated<number>;
  name: string;
  url: string;
  thumbnail: Generated<string>;
  description: Generated<string>;
  category: Generated<'adult' | 'entertainment' | 'gaming' | 'music' | 'education'>;
  subscribers: Generated<number>;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

interface FileLinksTable {
  id: Generated<number>;
  title: string;
  url: string;
  description: Generated<string>;
  category: Generated<'videos' | 'images' | 'documents' | 'archives' | 'other'>;
  size: Generated<string>;
  file_type: Generated<'video' | 'image' | 'document' | 'archive' | 'other'>;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

interface SettingsTable {
  key: string;
  value: ColumnType<unknown, string, string>;
  version: Generated<number>;
}

interface ListTextsTable {
  id: Generated<number>;
  list: string;
  tag_id: number | null;
  performer_id: number | null;
  title: Generated<string>;
  description: Generated<string>;
  introduction: Generated<string>;
  version: Generated<number>;
  updated_at: Time;
}

interface OutboxTable {
  id: Generated<number>;
  event: string;
  recipient: string;
  subject: string;
  body: string;
  status: Generated<'waiting' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  next_try_at: Time;
  last_error: string | null;
  created_at: Time;
  sent_at: OptionalTime;
}

interface SeoChecksTable {
  id: Generated<number>;
  state: Generated<'running' | 'finished' | 'cancelled' | 'interrupted'>;
  started_by: string;
  started_at: Time;
  alive_at: Time;
  ended_at: OptionalTime;
  pages_read: Generated<number>;
  pages_known: Generated<number>;
  problems: Generated<number>;
  report: JSONColumnType<object> | null;
}

interface AnnouncementsTable {
  service: 'indexnow' | 'websub';
  path: string;
  attempts: Generated<number>;
  next_try_at: Time;
}

interface UploadsTable {
  name: string;
  content: Buffer;
  created_at: Time;
}

interface JobRunsTable {
  job: string;
  started_at: ColumnType<Date, Date, Date>;
  ended_at: OptionalTime;
  error: string | null;
  succeeded_at: OptionalTime;
}

interface ViewTotalTable {
  only_row: Generated<boolean>;
  views: Generated<number>;
}

interface DashboardFiguresTable {
  name: string;
  value: ColumnType<unknown, string, string>;
}

/**
 * The schema for Kysely. tests/db/tables.test.ts compares it with a migrated database. bigint columns are read as
 * numbers (see database.ts), because no catalogue comes near 2^53.
 */
export interface Tables extends AccountTables, CatalogueTables, ImportTables, SafetyTables {
  change_log: ChangeLogTable;
  change_log_horizon: ChangeLogHorizonTable;
  audit_log: AuditLogTable;
  partners: PartnersTable;
  channels: ChannelsTable;
  file_links: FileLinksTable;
  settings: SettingsTable;
  list_texts: ListTextsTable;
  outbox: OutboxTable;
  seo_checks: SeoChecksTable;
  announcements: AnnouncementsTable;
  uploads: UploadsTable;
  nodes: NodesTable;
  job_runs: JobRunsTable;
  builds: BuildsTable;
  build_files: BuildFilesTable;
  backups: BackupsTable;
  view_total: ViewTotalTable;
  dashboard_figures: DashboardFiguresTable;
}
