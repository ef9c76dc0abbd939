import type { JSONColumnType } from 'kysely';
import type { Time } from './column-types.ts';

export interface NodesTable {
  id: string;
  name: string;
  version: string;
  status: 'starting' | 'serving' | 'stopping';
  started_at: Time;
  seen_at: Time;
  state: JSONColumnType<object>;
}
