import type { ColumnType, Generated } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

type Category = 'english' | 'indian' | 'hijabi' | 'viral';

export interface VideosTable {
  id: Generated<number>;
  title: string;
  description: Generated<string>;
  image_url: string;
  alt_keywords: Generated<string>;
  link: string;
  links: Generated<string[]>;
  dead_links: Generated<string[]>;
  iframe_url: Generated<string>;
  preview_urls: Generated<string[]>;
  category: Category;
  minutes: number | null;
  version: Generated<number>;
  published_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
  state: Generated<'draft' | 'scheduled' | 'published' | 'withheld'>;
  withheld_from: 'draft' | 'scheduled' | 'published' | null;
  publish_at: OptionalTime;
  hidden_at: OptionalTime;
  partner_id: number | null;
  created_by: number | null;
}

export interface VideoViewsTable {
  video_id: number;
  total: Generated<number>;
}

export interface HourlyViewsTable {
  hour: ColumnType<Date, Date | string, never>;
  video_id: number;
  views: number;
}

export interface HourlyViewTotalsTable {
  hour: ColumnType<Date, Date | string, never>;
  views: number;
}

export interface VideoTagsTable {
  video_id: number;
  tag_id: number;
  position: Generated<number>;
}

export interface VideoPerformersTable {
  video_id: number;
  performer_id: number;
  position: Generated<number>;
}
