import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { Day, OptionalTime, Time } from './column-types.ts';

type Category = 'english' | 'indian' | 'hijabi' | 'viral';

interface VideosTable {
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

interface VideoViewsTable {
  video_id: number;
  total: Generated<number>;
}

interface HourlyViewsTable {
  hour: ColumnType<Date, Date | string, never>;
  video_id: number;
  views: number;
}

interface HourlyViewTotalsTable {
  hour: ColumnType<Date, Date | string, never>;
  views: number;
}

interface VideoTagsTable {
  video_id: number;
  tag_id: number;
  position: Generated<number>;
}

interface VideoPerformersTable {
  video_id: number;
  performer_id: number;
  position: Generated<number>;
}

interface TagsTable {
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

interface PerformersTable {
  id: Generated<number>;
  slug: string;
  name: string;
  image_url: Generated<string>;
  description: Generated<string>;
  category: Generated<Category>;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
  deleted_at: OptionalTime;
  merged_into: number | null;
  retired_at: OptionalTime;
  blocked_at: OptionalTime;
}

interface NameAliasesTable {
  slug: string;
  name: string;
  name_id: number;
  created_at: Time;
  own_posts: Generated<string[]>;
  shared_posts: Generated<string[]>;
}

interface NameChangesTable {
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

interface DistinctNamesTable {
  kind: 'tag' | 'performer';
  one: number;
  other: number;
}

type GivenTime = ColumnType<Date, Date | string, Date | string>;

interface LinkChecksTable {
  id: Generated<number>;
  url: string;
  host: string;
  state: Generated<'unchecked' | 'living' | 'suspicious' | 'dead' | 'unknown' | 'ignored'>;
  first_gone_at: OptionalTime;
  gone_probes: Generated<number>;
  unknown_probes: Generated<number>;
  checked_at: OptionalTime;
  next_check_at: GivenTime;
  priority: Generated<number>;
  status: number | null;
  probes: Generated<unknown>;
}

interface ProbedHostsTable {
  host: string;
  next_probe_at: Time;
  claimed_until: Time;
  probed_at: OptionalTime;
  recent: Generated<string>;
  usual_percent: Generated<number>;
  tripped_at: OptionalTime;
  trips: Generated<number>;
  trusted_until: OptionalTime;
  answered_at: OptionalTime;
}

interface LinkRobotsTable {
  origin: string;
  rules: string | null;
  read_at: GivenTime;
}

interface LinkHiddenPostsTable {
  video_id: number;
  version: number;
  hidden_at: GivenTime;
}

interface LinkDaysTable {
  day: GivenTime;
  living: number;
  suspicious: number;
  dead: number;
  unknown: number;
  unchecked: number;
}

/** Maintained by triggers of link_checks. */
interface LinkCountsTable {
  host: string;
  state: string;
  links: number;
}

interface LinkProgressTable {
  only_row: Generated<boolean>;
  swept_to: Generated<number>;
  seen_id: Generated<number>;
  seen_xid: Generated<string>;
  planned_to: Time;
  hour: Time;
  requests: Generated<number>;
}

interface ChangedLinksTable {
  id: Generated<number>;
  video_id: number;
}

interface SynonymsTable {
  id: Generated<number>;
  words: string[];
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
}

interface SearchRedirectsTable {
  id: Generated<number>;
  text: string;
  path: string;
  version: Generated<number>;
  created_at: Time;
  updated_at: Time;
}

interface SearchLogKeysTable {
  day: Day;
  key: Buffer;
  hashes: Generated<number>;
}

interface SearchLogHashesTable {
  day: Day;
  text_hash: Buffer;
  visitor_hash: Buffer;
  wide_hash: Buffer;
}

interface SearchLogMonthsTable {
  month: Day;
  key: Buffer;
  hashes: Generated<number>;
}

interface SearchLogGroupsTable {
  month: Day;
  text_hash: Buffer;
  groups: number;
}

interface FailedSearchesTable {
  month: Day;
  text: string;
  visitors: number;
}

interface SearchCountsTable {
  day: Day;
  text: string;
  visitors: number;
  found: boolean;
}

interface PostViewsTable {
  id: Generated<number>;
  name: string;
  query: string;
  created_by: number | null;
  created_at: Time;
}

interface VideoClicksTable {
  video_id: number;
  clicks: number;
}

interface DailyResultsTable {
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

export interface CatalogueTables {
  videos: VideosTable;
  video_views: VideoViewsTable;
  hourly_views: HourlyViewsTable;
  hourly_view_totals: HourlyViewTotalsTable;
  tags: TagsTable;
  performers: PerformersTable;
  tag_aliases: NameAliasesTable;
  performer_aliases: NameAliasesTable;
  name_changes: NameChangesTable;
  distinct_names: DistinctNamesTable;
  video_tags: VideoTagsTable;
  video_performers: VideoPerformersTable;
  synonyms: SynonymsTable;
  search_redirects: SearchRedirectsTable;
  search_log_keys: SearchLogKeysTable;
  search_log_hashes: SearchLogHashesTable;
  search_counts: SearchCountsTable;
  search_log_months: SearchLogMonthsTable;
  search_log_groups: SearchLogGroupsTable;
  failed_searches: FailedSearchesTable;
  post_views: PostViewsTable;
  video_clicks: VideoClicksTable;
  daily_results: DailyResultsTable;
  link_checks: LinkChecksTable;
  probed_hosts: ProbedHostsTable;
  link_robots: LinkRobotsTable;
  link_hidden_posts: LinkHiddenPostsTable;
  link_days: LinkDaysTable;
  link_counts: LinkCountsTable;
  link_progress: LinkProgressTable;
  changed_links: ChangedLinksTable;
}
