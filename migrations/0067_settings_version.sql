-- Two admins who save the settings at once must not overwrite each other. See docs/decisions/005-optimistic-concurrency.md.
alter table settings add column version integer not null default 1 check (version > 0);
