import type { Generated } from 'kysely';
import type { Time } from './column-types.ts';

export interface PostViewsTable {
  id: Generated<number>;
  name: string;
  query: string;
  created_by: number | null;
  created_at: Time;
}
