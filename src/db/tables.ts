import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  AdminsTable,
  ApiTokensTable,
  AuthenticatorAppsTable,
  KnownDevicesTable,
  PasskeyChallengesTable,
  PasskeysTable,
  PendingSignInsTable,
  PushedPostsTable,
  RecoveryCodesTable,
  SessionsTable,
  SignInAttemptsTable,
} from './account-tables.ts';
import type {
  ChangedLinksTable,
  DailyResultsTable,
  DistinctNamesTable,
  HourlyViewsTable,
  HourlyViewTotalsTable,
  LinkChecksTable,
  LinkCountsTable,
  LinkDaysTable,
  LinkHiddenPostsTable,
  LinkProgressTable,
  LinkRobotsTable,
  NameAliasesTable,
  NameChangesTable,
  PerformersTable,
  PostViewsTable,
  ProbedHostsTable,
  SearchCountsTable,
  SearchLogHashesTable,
  SearchLogKeysTable,
  SearchRedirectsTable,
  SynonymsTable,
  TagsTable,
  VideoClicksTable,
  VideoPerformersTable,
  VideosTable,
  VideoTagsTable,
  VideoViewsTable,
} from './catalogue-tables.ts';
import type { OptionalTime, Time } from './column-types.ts';
import type {
  BulkChangeRowsTable,
  BulkChangesTable,
  ImportChangesTable,
  ImportChunksTable,
  ImportItemsTable,
  ImportRowsTable,
  ImportSourcesTable,
  ImportsTable,
} from './import-tables.ts';
import type {
  BlocksTable,
  CaseEntriesTable,
  CasesTable,
  CaseUrlsTable,
  CounterNoticesTable,
  HashBookTable,
  HashListsTable,
  HashMatchesTable,
  ImageHashesTable,
  KeptLinksTable,
  KeptPicturesTable,
  MirrorMatchesTable,
  SavedPicturesTable,
  StayDownProgressTable,
  UsedProofsTable,
  VideoHoldsTable,
  VideoRecordsTable,
} from './safety-tables.ts';

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

export type ChangedEntity =
  | 'video'
  | 'tag'
  | 'performer'
  | 'partner'
  | 'setting'
  | 'list_text'
  | 'synonym'
  | 'search_redirect'
  | 'catalogue';

export interface ChangeLogTable {
  id: Generated<number>;
  xid: Generated<string>;
  entity: ChangedEntity;
  entity_id: string;
  at: Time;
}

export interface ChangeLogHorizonTable {
  only_row: Generated<boolean>;
  pruned_below: Generated<string>;
}

export interface AuditLogTable {
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

export interface ChannelsTable {
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

export interface FileLinksTable {
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

export interface SettingsTable {
  key: string;
  value: ColumnType<unknown, string, string>;
  version: Generated<number>;
}

export interface ListTextsTable {
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

export interface OutboxTable {
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

export interface SeoChecksTable {
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

export interface AnnouncementsTable {
  service: 'indexnow' | 'websub';
  path: string;
  attempts: Generated<number>;
  next_try_at: Time;
}

export interface UploadsTable {
  name: string;
  content: Buffer;
  created_at: Time;
}

export interface JobRunsTable {
  job: string;
  started_at: ColumnType<Date, Date, Date>;
  ended_at: OptionalTime;
  error: string | null;
  succeeded_at: OptionalTime;
}

export interface ViewTotalTable {
  only_row: Generated<boolean>;
  views: Generated<number>;
}

export interface DashboardFiguresTable {
  name: string;
  value: ColumnType<unknown, string, string>;
}

/**
 * The schema as Kysely sees it; tests/db/tables.test.ts compares it with a migrated database.
 * bigint columns are read as numbers (see database.ts): no catalogue comes near 2^53.
 */
export interface Tables {
  api_tokens: ApiTokensTable;
  pushed_posts: PushedPostsTable;
  videos: VideosTable;
  video_views: VideoViewsTable;
  hourly_views: HourlyViewsTable;
  hourly_view_totals: HourlyViewTotalsTable;
  tags: TagsTable;
  performers: PerformersTable;
  tag_aliases: NameAliasesTable;
  performer_aliases: NameAliasesTable;
  name_changes: NameChangesTable;
  distinct_names: DistinctNamesTable;
  video_tags: VideoTagsTable;
  video_performers: VideoPerformersTable;
  video_records: VideoRecordsTable;
  change_log: ChangeLogTable;
  change_log_horizon: ChangeLogHorizonTable;
  admins: AdminsTable;
  sessions: SessionsTable;
  audit_log: AuditLogTable;
  partners: PartnersTable;
  channels: ChannelsTable;
  file_links: FileLinksTable;
  settings: SettingsTable;
  list_texts: ListTextsTable;
  known_devices: KnownDevicesTable;
  authenticator_apps: AuthenticatorAppsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  pending_sign_ins: PendingSignInsTable;
  passkey_challenges: PasskeyChallengesTable;
  sign_in_attempts: SignInAttemptsTable;
  outbox: OutboxTable;
  seo_checks: SeoChecksTable;
  announcements: AnnouncementsTable;
  synonyms: SynonymsTable;
  search_redirects: SearchRedirectsTable;
  kept_links: KeptLinksTable;
  kept_pictures: KeptPicturesTable;
  hash_lists: HashListsTable;
  hash_matches: HashMatchesTable;
  mirror_matches: MirrorMatchesTable;
  stay_down_progress: StayDownProgressTable;
  hash_book: HashBookTable;
  image_hashes: ImageHashesTable;
  saved_pictures: SavedPicturesTable;
  search_log_keys: SearchLogKeysTable;
  search_log_hashes: SearchLogHashesTable;
  search_counts: SearchCountsTable;
  uploads: UploadsTable;
  nodes: NodesTable;
  job_runs: JobRunsTable;
  builds: BuildsTable;
  build_files: BuildFilesTable;
  backups: BackupsTable;
  bulk_changes: BulkChangesTable;
  bulk_change_rows: BulkChangeRowsTable;
  post_views: PostViewsTable;
  import_sources: ImportSourcesTable;
  imports: ImportsTable;
  import_chunks: ImportChunksTable;
  import_items: ImportItemsTable;
  import_rows: ImportRowsTable;
  import_changes: ImportChangesTable;
  video_clicks: VideoClicksTable;
  daily_results: DailyResultsTable;
  view_total: ViewTotalTable;
  dashboard_figures: DashboardFiguresTable;
  cases: CasesTable;
  case_urls: CaseUrlsTable;
  case_entries: CaseEntriesTable;
  counter_notices: CounterNoticesTable;
  blocks: BlocksTable;
  video_holds: VideoHoldsTable;
  used_proofs: UsedProofsTable;
  link_checks: LinkChecksTable;
  probed_hosts: ProbedHostsTable;
  link_robots: LinkRobotsTable;
  link_hidden_posts: LinkHiddenPostsTable;
  link_days: LinkDaysTable;
  link_counts: LinkCountsTable;
  link_progress: LinkProgressTable;
  changed_links: ChangedLinksTable;
}
