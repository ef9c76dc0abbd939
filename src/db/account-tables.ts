import type { ColumnType, Generated } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

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

export interface SignInAttemptsTable {
  key: string;
  failures: number;
  blocked_until: OptionalTime;
  last_at: Time;
}

export interface ApiTokensTable {
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

export interface PushedPostsTable {
  video_id: number;
  token_id: number | null;
  partner_id: number | null;
  pushed_at: Time;
}
