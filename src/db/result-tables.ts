import type { Generated } from 'kysely';
import type { Day } from './column-types.ts';

export interface VideoClicksTable {
  video_id: number;
  clicks: number;
}

export interface DailyResultsTable {
  day: Day;
  kind: 'partner' | 'source';
  subject_id: number;
  posts: number | null;
  dead_posts: number | null;
  removed: Generated<number>;
  plays: Generated<number>;
  other_links: Generated<number>;
  embeds: Generated<number>;
  visits: Generated<number>;
}
