import type { Generated } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

export interface BackupsTable {
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
