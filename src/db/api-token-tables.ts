import type { ColumnType, Generated } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

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
