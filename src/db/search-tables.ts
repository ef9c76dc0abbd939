import type { Generated } from 'kysely';
import type { Day, Time } from './column-types.ts';

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
