import type { ColumnType, Generated } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

type GivenTime = ColumnType<Date, Date | string, Date | string>;

export interface LinkChecksTable {
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

export interface ProbedHostsTable {
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

export interface LinkRobotsTable {
  origin: string;
  rules: string | null;
  read_at: GivenTime;
}

export interface LinkHiddenPostsTable {
  video_id: number;
  version: number;
  hidden_at: GivenTime;
}

export interface LinkDaysTable {
  day: GivenTime;
  living: number;
  suspicious: number;
  dead: number;
  unknown: number;
  unchecked: number;
}

/** Kept by triggers of link_checks. */
export interface LinkCountsTable {
  host: string;
  state: string;
  links: number;
}

export interface LinkProgressTable {
  only_row: Generated<boolean>;
  swept_to: Generated<number>;
  seen_id: Generated<number>;
  seen_xid: Generated<string>;
  planned_to: Time;
  hour: Time;
  requests: Generated<number>;
}

export interface ChangedLinksTable {
  id: Generated<number>;
  video_id: number;
}
