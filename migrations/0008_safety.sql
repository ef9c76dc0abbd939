-- Notices about videos, decisions on them, and what keeps a video from visitors. See docs/decisions/052-withheld-posts.md.

create table cases (
  -- Shown as the year of receipt and this number: 2026-000123.
  id                bigint generated always as identity primary key,
  kind              text not null
                      check (kind in ('intimate_image', 'minor', 'copyright', 'personal_data', 'dead_link', 'other')),
  -- asked: waiting for the reporter's answer. objected: decided, and somebody disagrees.
  status            text not null default 'open' check (status in ('open', 'asked', 'decided', 'objected')),
  -- SHA-256 of the token in the URL of the private status page.
  token_hash        bytea not null unique,
  received_at       timestamptz not null default now(),
  -- By when it has to be decided.
  due_at            timestamptz not null,
  decided_at        timestamptz,
  -- Whether the notice has everything that the law asks for.
  is_complete       boolean not null,
  -- Blank where the reporter gave none.
  reporter_name     text not null default '',
  reporter_email    text not null default '',
  -- What the form asked for besides, by the names of its fields.
  details           jsonb not null,
  -- A keyed hash of the sender's network, by which an operator sees who sends many; erased after a while.
  sender            text,
  -- Whether the sender's browser did its proof of work.
  has_proof         boolean not null default false,
  version           integer not null default 1,
  updated_at        timestamptz not null default now(),
  -- What an operator should know about the sender: see caseFlags in contract/values/cases.ts.
  flags             text[] not null default '{}',
  -- How many posts the notice has withheld by itself.
  withheld_count    integer not null default 0,
  -- Of everything that was entered, to recognise a notice that is sent twice; erased with the sender.
  content_hash      bytea,
  -- An earlier open case of the same sender about the same posts.
  repeats           bigint references cases on delete set null,
  -- Since when the clock stands still, because the reporter was asked something.
  paused_at         timestamptz,
  -- When admins were told that a notice about a minor had arrived.
  alerted_at        timestamptz,
  -- The deadlines that admins were reminded of: at half of the time, and shortly before the end. A new deadline is reminded of again.
  half_reminded_for timestamptz,
  end_reminded_for  timestamptz
);
create index cases_by_deadline on cases (due_at, id) where status <> 'decided';
-- The queue: what may show a minor first, then what has a running clock, by deadline.
create index cases_by_urgency on cases ((kind <> 'minor'), (paused_at is not null), due_at, id) where status <> 'decided';
create index cases_by_receipt on cases (received_at, id);
create index cases_by_sender on cases (sender, received_at) where sender is not null;
create index cases_by_email on cases (lower(reporter_email) text_pattern_ops) where reporter_email <> '';
-- Without it, removing a case reads all others.
create index cases_by_earlier_case on cases (repeats) where repeats is not null;
-- Of which admins are still to be told.
create index cases_to_remind_of on cases (due_at, id)
  where status <> 'decided' and end_reminded_for is distinct from due_at;
create index cases_to_alert_of on cases (id) where kind = 'minor' and alerted_at is null;
-- Notices that hid nothing, because others had used up what notices may hide by themselves: to tell admins of, and to count above
-- the queue.
create index cases_with_visible_posts on cases (id) where 'limit' = any(flags) and alerted_at is null;
create index cases_over_limit on cases (id) where 'limit' = any(flags) and status <> 'decided';

-- What a notice is about: one row for each URL that it names.
create table case_urls (
  id         bigint generated always as identity primary key,
  case_id    bigint not null references cases on delete cascade,
  position   integer not null,
  -- As the reporter gave it.
  url        text not null,
  -- Null for a URL that is no video's, or once the video has been purged.
  video_id   bigint references videos on delete set null,
  -- The video as it was when the notice came: it may be edited or purged later.
  title      text not null default '',
  link       text not null default '',
  decision   text check (decision in ('remove', 'keep')),
  reason     text not null default '',
  decided_at timestamptz,
  -- The admin's username, which stays when the account is removed.
  decided_by text,
  -- How many people have reported the same dead link.
  reports    integer not null default 1,
  -- Posts that a case withholds because they have the same link or picture as what it removed are URLs of the case, too.
  found_by   text check (found_by in ('link', 'picture')),
  -- The URLs of the case that they are the same as.
  found_from bigint[] not null default '{}',
  unique (case_id, position)
);
create index case_urls_by_video on case_urls (video_id) where video_id is not null;

-- The history of a case.
create table case_entries (
  id        bigint generated always as identity primary key,
  case_id   bigint not null references cases on delete cascade,
  at        timestamptz not null default now(),
  kind      text not null check (kind in ('received', 'withheld', 'released', 'question', 'answer', 'decision', 'objection',
              'withdrawal', 'counter_notice', 'note', 'email', 'reminder', 'export')),
  text      text not null default '',
  -- The admin who made it; null for the reporter and for the site itself.
  admin     text,
  -- Whether the reporter sees it on the status page.
  is_public boolean not null,
  -- What a decision changed, so that it can be undone.
  details   jsonb
);
create index case_entries_by_case on case_entries (case_id, id);

-- Whoever posted what a copyright notice removed disagrees. It returns unless the claimant goes to court.
-- See docs/decisions/059-deciding-cases.md.
create table counter_notices (
  id               bigint generated always as identity primary key,
  case_id          bigint not null references cases on delete cascade,
  -- Rows of case_urls.
  url_ids          bigint[] not null,
  name             text not null,
  statement        text not null,
  received_at      timestamptz not null,
  -- After 10 and 14 business days.
  restorable_from  timestamptz not null,
  restore_by       timestamptz not null,
  -- The claimant has gone to court.
  stopped_at       timestamptz,
  stopped_by       text,
  restored_at      timestamptz,
  restored_by      text,
  created_at       timestamptz not null default now(),
  created_by       text not null,
  -- When admins were reminded of it: at half of its time, and shortly before the end.
  half_reminded_at timestamptz,
  end_reminded_at  timestamptz
);
create index counter_notices_by_case on counter_notices (case_id);
create index counter_notices_running on counter_notices (restore_by, case_id) where stopped_at is null and restored_at is null;

-- Proofs of work that have been used, until they would have expired anyway.
create table used_proofs (
  nonce      text primary key,
  expires_at timestamptz not null
);

-- What an operator never wants to list: all posts of a host, a performer or a partner. See docs/decisions/060-blocks.md.
create table blocks (
  id           bigint generated always as identity primary key,
  kind         text not null check (kind in ('host', 'performer', 'partner')),
  -- The host itself, or the name at the time of the block.
  name         text not null,
  performer_id bigint references performers on delete cascade,
  partner_id   bigint references partners on delete cascade,
  reason       text not null,
  case_id      bigint references cases on delete set null,
  created_at   timestamptz not null default now(),
  created_by   text not null,
  lifted_at    timestamptz,
  lifted_by    text,
  -- How many posts there were of it when it was made.
  posts        integer not null default 0,
  -- When no post of it was left to withhold; it is checked again from time to time.
  swept_at     timestamptz,
  -- When all posts that it held were released, after it was lifted.
  released_at  timestamptz,
  check (num_nonnulls(performer_id, partner_id) = case kind when 'host' then 0 else 1 end)
);
create unique index blocks_in_force on blocks (kind, coalesce(performer_id, partner_id, 0), (case kind when 'host' then name else '' end))
  where lifted_at is null;

-- A post is withheld as long as it has one of these.
create table video_holds (
  video_id bigint not null references videos on delete cascade,
  case_id  bigint references cases on delete cascade,
  block_id bigint references blocks on delete cascade,
  held_at  timestamptz not null default now(),
  check (num_nonnulls(case_id, block_id) = 1)
);
create unique index video_holds_by_case on video_holds (case_id, video_id) where case_id is not null;
create unique index video_holds_by_block on video_holds (block_id, video_id) where block_id is not null;
create index video_holds_by_video on video_holds (video_id);
-- What was withheld lately is looked up while the index is busy, and listed for browsers that keep favourites.
create index video_holds_by_time on video_holds (held_at desc, video_id);

-- Where a post comes from, and who keeps the records and the consent for it. Only admins ever see them. See docs/decisions/056-records.md.
create table video_records (
  video_id      bigint primary key references videos on delete cascade,
  source        text not null default '',
  -- The rights holder or records custodian.
  rights_holder text not null default '',
  consent       text not null default '',
  record_date   date,
  -- Which of them are filled in, one bit each in this order; 15 is complete.
  present       smallint not null generated always as (
                  case when source <> '' then 1 else 0 end + case when rights_holder <> '' then 2 else 0 end
                  + case when consent <> '' then 4 else 0 end + case when record_date is not null then 8 else 0 end) stored
);
