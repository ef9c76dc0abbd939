-- What receiving notices needs. See docs/decisions/058-receiving-notices.md.
-- Compatible: the wider check refuses nothing that older versions write.
alter table cases
  -- What an operator should know about the sender: see caseFlags in contract/values/cases.ts.
  add column flags text[] not null default '{}',
  -- How many posts the notice has withheld by itself.
  add column withheld_count integer not null default 0,
  -- Of everything that was entered, by which a notice that is sent twice is recognised; erased with the sender.
  add column content_hash bytea,
  -- An earlier open case of the same sender about the same posts.
  add column repeats bigint references cases on delete set null;

-- How many people have reported the same dead link.
alter table case_urls add column reports integer not null default 1;

alter table case_entries
  drop constraint case_entries_kind_check,
  add constraint case_entries_kind_check check (kind in ('received', 'withheld', 'released', 'question', 'answer', 'decision',
    'objection', 'withdrawal', 'counter_notice', 'note', 'email', 'reminder', 'export')) not valid;

-- Proofs of work that have been used, until they would have expired anyway.
create table used_proofs (
  nonce      text primary key,
  expires_at timestamptz not null
);
