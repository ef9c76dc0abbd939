import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/**
 * The schema as Kysely sees it; tests/db/tables.test.ts compares it with a migrated database.
 * bigint columns are read as numbers (see database.ts): no catalogue comes near 2^53.
 */
type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

type Category = 'english' | 'indian' | 'hijabi' | 'viral';

export interface VideosTable {
  id: Generated<number>;
  title: string;
  description: Generated<string>;
  image_url: string;
  alt_keywords: Generated<string>;
  link: string;
  iframe_url: Generated<string>;
  preview_urls: Generated<string[]>;
  category: Category;
  minutes: number | null;
  version: Generated<number>;
  published_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

export interface VideoViewsTable {
  video_id: number;
  total: Generated<number>;
}

export interface HourlyViewsTable {
  hour: ColumnType<Date, Date | string, never>;
  video_id: number;
  views: number;
}

export interface HourlyViewTotalsTable {
  hour: ColumnType<Date, Date | string, never>;
  views: number;
}

export interface TagsTable {
  id: Generated<number>;
  slug: string;
  name: string;
  created_at: Time;
}

export interface PerformersTable {
  id: Generated<number>;
  slug: string;
  name: string;
  image_url: Generated<string>;
  description: Generated<string>;
  category: Generated<Category>;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
}

export interface VideoTagsTable {
  video_id: number;
  tag_id: number;
  position: Generated<number>;
}

export interface VideoPerformersTable {
  video_id: number;
  performer_id: number;
  position: Generated<number>;
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

export interface AdminsTable {
  id: Generated<number>;
  username: string;
  email: string;
  password_hash: string;
  role: Generated<'main_admin' | 'admin'>;
  is_active: Generated<boolean>;
  must_change_password: Generated<boolean>;
  created_by: number | null;
  created_at: Time;
  last_login_at: OptionalTime;
}

export interface SessionsTable {
  id: Generated<number>;
  token_hash: Buffer;
  admin_id: number;
  ip: string | null;
  user_agent: Generated<string>;
  created_at: Time;
  last_seen_at: Time;
  proved_at: Time;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export interface KnownDevicesTable {
  token_hash: Buffer;
  admin_id: number;
  last_used_at: Time;
}

export interface AuthenticatorAppsTable {
  admin_id: number;
  secret: Buffer | null;
  new_secret: Buffer | null;
  last_step: Generated<number>;
  added_at: OptionalTime;
}

export interface PasskeysTable {
  id: Generated<number>;
  admin_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  name: string;
  created_at: Time;
  last_used_at: OptionalTime;
}

export interface RecoveryCodesTable {
  admin_id: number;
  code_hash: Buffer;
}

export interface PendingSignInsTable {
  token_hash: Buffer;
  admin_id: number;
  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export interface PasskeyChallengesTable {
  token_hash: Buffer;
  purpose: 'sign_in' | 'registration' | 'proof';
  challenge: string;
  expires_at: ColumnType<Date, Date | string, Date | string>;
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

export interface SignInAttemptsTable {
  key: string;
  failures: number;
  blocked_until: OptionalTime;
  last_at: Time;
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

export interface SynonymsTable {
  id: Generated<number>;
  words: string[];
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
}

export interface SearchRedirectsTable {
  id: Generated<number>;
  text: string;
  path: string;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
}

/** Inserted as text such as 2026-11-16. */
type Day = ColumnType<Date, string, string>;

export interface SearchLogKeysTable {
  day: Day;
  key: Buffer;
  hashes: Generated<number>;
}

export interface SearchLogHashesTable {
  day: Day;
  text_hash: Buffer;
  visitor_hash: Buffer;
}

export interface SearchCountsTable {
  day: Day;
  text: string;
  visitors: number;
  found: boolean;
}

export interface ViewTotalTable {
  only_row: Generated<boolean>;
  views: Generated<number>;
}

export interface DashboardFiguresTable {
  name: string;
  value: ColumnType<unknown, string, string>;
}

export interface Tables {
  videos: VideosTable;
  video_views: VideoViewsTable;
  hourly_views: HourlyViewsTable;
  hourly_view_totals: HourlyViewTotalsTable;
  tags: TagsTable;
  performers: PerformersTable;
  video_tags: VideoTagsTable;
  video_performers: VideoPerformersTable;
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
  search_log_keys: SearchLogKeysTable;
  search_log_hashes: SearchLogHashesTable;
  search_counts: SearchCountsTable;
  view_total: ViewTotalTable;
  dashboard_figures: DashboardFiguresTable;
}
