import type { ColumnType, Generated } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

interface AdminsTable {
  id: Generated<number>;
  username: string;
  email: string;
  password_hash: string;
  role: Generated<'main_admin' | 'admin' | 'editor' | 'moderator' | 'finance'>;
  is_active: Generated<boolean>;
  must_change_password: Generated<boolean>;
  created_by: number | null;
  created_at: Time;
  last_login_at: OptionalTime;
}

interface SessionsTable {
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

interface KnownDevicesTable {
  token_hash: Buffer;
  admin_id: number;
  last_used_at: Time;
}

interface AuthenticatorAppsTable {
  admin_id: number;
  secret: Buffer | null;
  new_secret: Buffer | null;
  last_step: Generated<number>;
  added_at: OptionalTime;
}

interface PasskeysTable {
  id: Generated<number>;
  admin_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  name: string;
  created_at: Time;
  last_used_at: OptionalTime;
}

interface RecoveryCodesTable {
  admin_id: number;
  code_hash: Buffer;
}

interface PendingSignInsTable {
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

interface SignInAttemptsTable {
  key: string;
  failures: number;
  blocked_until: OptionalTime;
  last_at: Time;
}

interface ApiTokensTable {
  id: Generated<number>;
  admin_id: number;
  name: string;
  prefix: string;
  token_hash: Buffer;
  scopes: string[];
  drafts_only: Generated<boolean>;
  partner_id: number | null;
  daily_limit: number | null;
  used_on: ColumnType<Date, Date | string | undefined, Date | string>;
  posts_that_day: Generated<number>;
  pictures_that_day: Generated<number>;
  created_at: Time;
  expires_at: OptionalTime;
  last_used_at: OptionalTime;
}

interface PushedPostsTable {
  video_id: number;
  token_id: number | null;
  partner_id: number | null;
  pushed_at: Time;
}

export interface AccountTables {
  api_tokens: ApiTokensTable;
  pushed_posts: PushedPostsTable;
  admins: AdminsTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  authenticator_apps: AuthenticatorAppsTable;
  passkeys: PasskeysTable;
  recovery_codes: RecoveryCodesTable;
  pending_sign_ins: PendingSignInsTable;
  passkey_challenges: PasskeyChallengesTable;
  sign_in_attempts: SignInAttemptsTable;
}
