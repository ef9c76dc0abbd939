-- What keeps a flood of notices from silencing others. See docs/decisions/076-room-for-notices.md and 077-bundles-of-cases.md.
-- Compatible: there are thousands of cases at most, so building their indexes holds up notices for milliseconds.

alter table cases
  -- Keyed hashes, erased with the sender: of the /24 or /48 that the notice came from, of the mailbox that was asked to be confirmed, and
  -- of its domain unless that is a large mail provider.
  add column network            text,
  add column mailbox            text,
  add column mail_domain        text,
  add column email_confirmed_at timestamptz,
  -- How many of the posts that the notice has withheld use the room of the mailbox and not that of everybody.
  add column withheld_by_email  integer not null default 0,
  -- When the notice last withheld posts by itself. What it withheld within a day before counts as withheld then; what it withheld earlier is
  -- no longer part of the two counts.
  add column withheld_at        timestamptz,
  -- How many emails have asked the reporter to confirm the mailbox.
  add column confirm_requests   integer not null default 0;
create index cases_by_network on cases (network, received_at) where network is not null;
create index cases_by_mailbox on cases (mailbox, withheld_at) where mailbox is not null;
create index cases_by_mail_domain on cases (mail_domain, withheld_at) where mail_domain is not null;
-- What notices hide that nobody has decided yet: the limits count it for every notice.
create index cases_hiding_posts on cases (withheld_at) where withheld_count > 0 and status <> 'decided';

-- Whether a decision was made for many cases at once: such a keep does not bind later notices.
alter table case_urls add column in_bundle boolean not null default false;

-- Which version of a case an admin has opened: decisions about many cases cover signed notices and minors only if they were opened.
create table case_openings (
  case_id   bigint not null references cases on delete cascade,
  admin_id  bigint not null references admins on delete cascade,
  version   integer not null,
  opened_at timestamptz not null default now(),
  primary key (case_id, admin_id)
);
create index case_openings_by_admin on case_openings (admin_id);

-- Decisions to keep many cases, which another admin has to confirm.
create table bundle_proposals (
  id           bigint generated always as identity primary key,
  created_at   timestamptz not null default now(),
  created_by   bigint references admins on delete set null,
  -- The admin's username, which stays when the account is removed.
  created_name text not null,
  sender       text not null default '',
  -- The post that the decision is about, or null.
  video_id     bigint,
  -- Cases and the versions that the admin saw: those that have changed since are left out.
  case_ids     bigint[] not null,
  versions     bigint[] not null,
  reason       text not null,
  state        text not null default 'waiting' check (state in ('waiting', 'confirmed', 'withdrawn')),
  answered_at  timestamptz,
  answered_by  bigint references admins on delete set null,
  answered_name text,
  check (cardinality(case_ids) = cardinality(versions))
);
create index bundle_proposals_waiting on bundle_proposals (id) where state = 'waiting';
create index bundle_proposals_by_creator on bundle_proposals (created_by) where created_by is not null;
create index bundle_proposals_by_answer on bundle_proposals (answered_by) where answered_by is not null;
