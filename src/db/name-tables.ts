import type { Generated, JSONColumnType } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

export interface TagsTable {
  id: Generated<number>;
  slug: string;
  name: string;
  created_at: Time;
  description: Generated<string>;
  image_url: Generated<string>;
  version: Generated<number>;
  updated_at: Time;
  merged_into: number | null;
  retired_at: OptionalTime;
}

export interface PerformersTable {
  id: Generated<number>;
  slug: string;
  name: string;
  image_url: Generated<string>;
  description: Generated<string>;
  category: Generated<'english' | 'indian' | 'hijabi' | 'viral'>;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
  merged_into: number | null;
  retired_at: OptionalTime;
  blocked_at: OptionalTime;
}

export interface NameAliasesTable {
  slug: string;
  name: string;
  name_id: number;
  created_at: Time;
}

export interface NameChangesTable {
  id: Generated<number>;
  kind: 'tag' | 'performer';
  action: 'rename' | 'merge' | 'split' | 'alias' | 'delete' | 'describe';
  name_id: number;
  details: JSONColumnType<object>;
  bulk_change_id: number | null;
  admin_id: number | null;
  admin: string;
  at: Time;
  finished_at: OptionalTime;
  undone_at: OptionalTime;
}

export interface DistinctNamesTable {
  kind: 'tag' | 'performer';
  one: number;
  other: number;
}
