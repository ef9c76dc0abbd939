import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { OptionalTime, Time } from './column-types.ts';

interface CasesTable {
  id: Generated<number>;
  kind: 'intimate_image' | 'minor' | 'copyright' | 'personal_data' | 'dead_link' | 'other';
  status: Generated<'open' | 'asked' | 'decided' | 'objected'>;
  token_hash: Buffer;
  received_at: Time;
  due_at: ColumnType<Date, Date, Date>;
  decided_at: OptionalTime;
  is_complete: boolean;
  reporter_name: Generated<string>;
  reporter_email: Generated<string>;
  details: JSONColumnType<Record<string, string>>;
  sender: string | null;
  has_proof: Generated<boolean>;
  paused_at: OptionalTime;
  alerted_at: OptionalTime;
  half_reminded_for: OptionalTime;
  end_reminded_for: OptionalTime;
  flags: Generated<string[]>;
  withheld_count: Generated<number>;
  content_hash: Buffer | null;
  repeats: number | null;
  network: string | null;
  mailbox: string | null;
  mail_domain: string | null;
  email_confirmed_at: OptionalTime;
  withheld_by_email: Generated<number>;
  withheld_at: OptionalTime;
  confirm_requests: Generated<number>;
  version: Generated<number>;
  updated_at: Time;
  erased_at: OptionalTime;
  erased_by: string | null;
}

interface ReceiptsTable {
  id: Generated<number>;
  mailbox: Buffer;
  has_proof: boolean;
  sent_at: Time;
}

interface ConfirmationEmailsTable {
  id: Generated<number>;
  case_id: number;
  mailbox: string;
  network: string;
  has_proof: boolean;
  is_first: boolean;
  sent_at: Time;
}

interface CaseUrlsTable {
  id: Generated<number>;
  case_id: number;
  position: number;
  url: string;
  video_id: number | null;
  title: Generated<string>;
  link: Generated<string>;
  reports: Generated<number>;
  decision: 'remove' | 'keep' | null;
  reason: Generated<string>;
  decided_at: OptionalTime;
  decided_by: string | null;
  found_by: 'link' | 'picture' | null;
  found_from: ColumnType<string[], readonly number[] | undefined, readonly number[]>;
  in_bundle: Generated<boolean>;
}

/** The version of a case that an admin has opened. */
interface CaseOpeningsTable {
  case_id: number;
  admin_id: number;
  version: number;
  opened_at: Time;
}

/** A decision to keep, made with others at once by one admin alone. */
interface BundleKeepsTable {
  entry_id: number;
  admin_id: number;
  kept_at: Time;
}

interface BundleProposalsTable {
  id: Generated<number>;
  created_at: Time;
  created_by: number | null;
  created_name: string;
  sender: Generated<string>;
  video_id: number | null;
  case_ids: ColumnType<string[], readonly number[], never>;
  versions: ColumnType<string[], readonly number[], never>;
  reason: string;
  state: Generated<'waiting' | 'confirmed' | 'withdrawn'>;
  answered_at: OptionalTime;
  answered_by: number | null;
  answered_name: string | null;
}

/** The kinds of entries in the history of a case. */
export type CaseEntryKind =
  | 'received'
  | 'withheld'
  | 'released'
  | 'question'
  | 'answer'
  | 'decision'
  | 'objection'
  | 'withdrawal'
  | 'counter_notice'
  | 'note'
  | 'email'
  | 'reminder'
  | 'export';

interface CaseEntriesTable {
  id: Generated<number>;
  case_id: number;
  at: Time;
  kind: CaseEntryKind;
  text: Generated<string>;
  admin: string | null;
  is_public: boolean;
  details: JSONColumnType<Record<string, unknown>> | null;
}

interface CounterNoticesTable {
  id: Generated<number>;
  case_id: number;
  url_ids: ColumnType<string[], readonly number[], readonly number[]>;
  name: string;
  statement: string;
  received_at: ColumnType<Date, Date, Date>;
  restorable_from: ColumnType<Date, Date, Date>;
  restore_by: ColumnType<Date, Date, Date>;
  stopped_at: OptionalTime;
  stopped_by: string | null;
  restored_at: OptionalTime;
  restored_by: string | null;
  half_reminded_at: OptionalTime;
  end_reminded_at: OptionalTime;
  created_at: Time;
  created_by: string;
}

interface BlocksTable {
  id: Generated<number>;
  kind: 'host' | 'performer' | 'partner';
  name: string;
  performer_id: number | null;
  partner_id: number | null;
  reason: string;
  case_id: number | null;
  created_at: Time;
  created_by: string;
  lifted_at: OptionalTime;
  lifted_by: string | null;
  posts: Generated<number>;
  swept_at: OptionalTime;
  released_at: OptionalTime;
}

interface VideoHoldsTable {
  video_id: number;
  case_id: number | null;
  block_id: number | null;
  held_at: Time;
}

/** A post without a row here has no records. */
interface VideoRecordsTable {
  video_id: number;
  source: Generated<string>;
  rights_holder: Generated<string>;
  consent: Generated<string>;
  record_date: ColumnType<Date | null, string | null, string | null>;
  /** A generated column. */
  present: ColumnType<number, never, never>;
}

interface UsedProofsTable {
  nonce: string;
  expires_at: Date;
}

interface KeptLinksTable {
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

interface KeptPicturesTable {
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

interface HashListsTable {
  id: Generated<number>;
  name: string;
  hashes: Buffer;
  size: number;
  created_at: Time;
  created_by: number | null;
  deleted_at: OptionalTime;
  compared_to: Generated<number | null>;
}

interface HashMatchesTable {
  list_id: number;
  video_id: number;
  distance: number;
  found_at: Time;
  decision: 'withheld' | 'kept' | null;
}

interface MirrorMatchesTable {
  kept_link_id: number;
  video_id: number;
  link: string;
  iframe_url: string;
  found_at: Time;
  decision: 'withheld' | 'kept' | null;
}

interface StayDownProgressTable {
  only_row: Generated<boolean>;
  mirrors: Generated<string>;
  mirrors_compared_to: number | null;
  pictures_checked_to: Generated<number>;
}

interface HashBookTable {
  only_row: Generated<boolean>;
  generation: Generated<number>;
  queued_to: Generated<number>;
}

interface SavedPicturesTable {
  id: Generated<number>;
  image_url: string;
}

interface ImageHashesTable {
  id: Generated<number>;
  image_url: string;
  state: Generated<'waiting' | 'hashed' | 'flat' | 'failed'>;
  hash: string | null;
  variants: ColumnType<string[], undefined, string[]>;
  tries: Generated<number>;
  next_try_at: Time;
  problem: string | null;
  hashed_at: OptionalTime;
}

export interface SafetyTables {
  video_records: VideoRecordsTable;
  kept_links: KeptLinksTable;
  kept_pictures: KeptPicturesTable;
  hash_lists: HashListsTable;
  hash_matches: HashMatchesTable;
  mirror_matches: MirrorMatchesTable;
  stay_down_progress: StayDownProgressTable;
  hash_book: HashBookTable;
  image_hashes: ImageHashesTable;
  saved_pictures: SavedPicturesTable;
  cases: CasesTable;
  case_urls: CaseUrlsTable;
  case_entries: CaseEntriesTable;
  case_openings: CaseOpeningsTable;
  bundle_keeps: BundleKeepsTable;
  bundle_proposals: BundleProposalsTable;
  counter_notices: CounterNoticesTable;
  blocks: BlocksTable;
  video_holds: VideoHoldsTable;
  receipts: ReceiptsTable;
  confirmation_emails: ConfirmationEmailsTable;
  used_proofs: UsedProofsTable;
}
