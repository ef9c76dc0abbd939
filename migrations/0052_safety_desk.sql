-- Notices about videos, what was decided, and what keeps a video from visitors. See docs/decisions/052-withheld-posts.md.
-- Compatible: older versions show published posts only, so they hide withheld ones, too; the wider check refuses nothing.
alter table videos
  -- The state that a withheld post returns to.
  add column withheld_from text check (withheld_from in ('draft', 'scheduled', 'published')),
  drop constraint videos_state_check,
  add constraint videos_state_check check (state in ('draft', 'scheduled', 'published', 'withheld')) not valid;

create table cases (
  -- Shown as the year of receipt and this number: 2026-000123.
  id             bigint generated always as identity primary key,
  kind           text not null
                   check (kind in ('intimate_image', 'minor', 'copyright', 'personal_data', 'dead_link', 'other')),
  -- asked: waiting for the reporter's answer. objected: decided, and somebody disagrees.
  status         text not null default 'open' check (status in ('open', 'asked', 'decided', 'objected')),
  -- SHA-256 of the token in the URL of the private status page.
  token_hash     bytea not null unique,
  received_at    timestamptz not null default now(),
  -- By when it has to be decided.
  due_at         timestamptz not null,
  decided_at     timestamptz,
  -- Whether the notice has everything that the law asks for.
  is_complete    boolean not null,
  -- Blank where the reporter gave none.
  reporter_name  text not null default '',
  reporter_email text not null default '',
  -- What the form asked for besides, by the names of its fields.
  details        jsonb not null,
  -- A keyed hash of the sender's network, by which an operator sees who sends many; erased after a while.
  sender         text,
  -- Whether the sender's browser did its proof of work.
  has_proof      boolean not null default false,
  version        integer not null default 1,
  updated_at     timestamptz not null default now()
);
create index cases_by_deadline on cases (due_at, id) where status <> 'decided';
create index cases_by_sender on cases (sender, received_at) where sender is not null;
create index cases_by_receipt on cases (received_at, id);

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
  unique (case_id, position)
);
create index case_urls_by_video on case_urls (video_id) where video_id is not null;

-- The history of a case.
create table case_entries (
  id        bigint generated always as identity primary key,
  case_id   bigint not null references cases on delete cascade,
  at        timestamptz not null default now(),
  kind      text not null check (kind in ('received', 'withheld', 'released', 'question', 'answer', 'decision',
              'objection', 'counter_notice', 'note', 'email', 'reminder', 'export')),
  text      text not null default '',
  -- The admin who made it; null for the reporter and for the site itself.
  admin     text,
  -- Whether the reporter sees it on the status page.
  is_public boolean not null
);
create index case_entries_by_case on case_entries (case_id, id);

-- What an operator never wants to list: all posts of a host, a performer or a partner.
create table blocks (
  id           bigint generated always as identity primary key,
  kind         text not null check (kind in ('host', 'performer', 'partner')),
  -- What it was called when it was blocked: the host itself, or a name.
  name         text not null,
  performer_id bigint references performers on delete cascade,
  partner_id   bigint references partners on delete cascade,
  reason       text not null,
  case_id      bigint references cases on delete set null,
  created_at   timestamptz not null default now(),
  created_by   text not null,
  lifted_at    timestamptz,
  lifted_by    text,
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
