import type { Generated } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

export interface KeptLinksTable {
  id: Generated<number>;
  case_id: number;
  case_number: string;
  video_id: number | null;
  url: string;
  link_key: string;
  source_key: string | null;
  created_at: Time;
  compared_at: OptionalTime;
}

export interface KeptPicturesTable {
  id: Generated<number>;
  case_id: number;
  case_number: string;
  video_id: number | null;
  image_url: string;
  hash: string | null;
  generation: Generated<number>;
  created_at: Time;
  compared_at: OptionalTime;
  removed_at: OptionalTime;
  common_at: OptionalTime;
}

export interface HashListsTable {
  id: Generated<number>;
  name: string;
  hashes: Buffer;
  size: number;
  created_at: Time;
  created_by: number | null;
  deleted_at: OptionalTime;
  compared_to: Generated<number | null>;
}

export interface HashMatchesTable {
  list_id: number;
  video_id: number;
  distance: number;
  found_at: Time;
  decision: 'withheld' | 'kept' | null;
}

export interface MirrorMatchesTable {
  kept_link_id: number;
  video_id: number;
  link: string;
  iframe_url: string;
  found_at: Time;
  decision: 'withheld' | 'kept' | null;
}

export interface StayDownProgressTable {
  only_row: Generated<boolean>;
  mirrors: Generated<string>;
  mirrors_compared_to: number | null;
  pictures_checked_to: Generated<number>;
}

export interface HashBookTable {
  only_row: Generated<boolean>;
  generation: Generated<number>;
  queued_to: Generated<number>;
}

export interface SavedPicturesTable {
  id: Generated<number>;
  image_url: string;
}

export interface ImageHashesTable {
  id: Generated<number>;
  image_url: string;
  state: Generated<'waiting' | 'hashed' | 'flat' | 'failed'>;
  hash: string | null;
  tries: Generated<number>;
  next_try_at: Time;
  problem: string | null;
  hashed_at: OptionalTime;
}
