-- Emails of the last day that asked to confirm a mailbox, for limits. Anybody can enter anybody's email, so they are counted by the network
-- that asked as well. See docs/decisions/076-room-for-notices.md.
create table confirmation_emails (
  id        bigint generated always as identity primary key,
  case_id   bigint not null references cases on delete cascade,
  -- Keyed hashes, of the mailbox and of the /24 or /48 that asked.
  mailbox   text not null,
  network   text not null,
  -- Whether the notice came with a proof of work.
  has_proof boolean not null,
  -- Whether it is the first one about its case. Limits leave room for these.
  is_first  boolean not null,
  sent_at   timestamptz not null default now()
);
create index confirmation_emails_by_case on confirmation_emails (case_id);
create index confirmation_emails_by_mailbox on confirmation_emails (mailbox, network);
create index confirmation_emails_by_network on confirmation_emails (network);
create index confirmation_emails_by_time on confirmation_emails (sent_at);
