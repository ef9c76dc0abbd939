-- The rows that a dry run found unchanged, a bit for each, so that the run need not look them up again.
alter table imports add column unchanged_rows bytea;
