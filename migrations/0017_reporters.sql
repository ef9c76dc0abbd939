-- Receipts by email of the last day, for limits. Anybody can enter anybody's email, in several spellings: `mailbox` is a hash of the one
-- that all spellings lead to.
create table receipts (
  id        bigint generated always as identity primary key,
  mailbox   bytea not null,
  has_proof boolean not null,
  sent_at   timestamptz not null default now()
);
create index receipts_by_mailbox on receipts (mailbox, sent_at);
create index receipts_by_time on receipts (sent_at);

-- When the reporter's name, email and everything that leads to them were erased from a closed case, and by whom; null for the site itself.
alter table cases
  add column erased_at timestamptz,
  add column erased_by text;
