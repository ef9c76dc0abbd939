-- Decisions to keep that an admin made for several cases at once without another admin: only so many are allowed within a day. An entry
-- is removed with the decision that is undone. See docs/decisions/077-bundles-of-cases.md.
create table bundle_keeps (
  -- The decision in the history of its case.
  entry_id bigint primary key references case_entries on delete cascade,
  admin_id bigint not null references admins on delete cascade,
  kept_at  timestamptz not null default now()
);
create index bundle_keeps_by_admin on bundle_keeps (admin_id, kept_at);
