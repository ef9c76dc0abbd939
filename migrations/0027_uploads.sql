-- Files that visitors have uploaded, so that every process has them and a backup, too. A name is the path below /uploads/ and has
-- a hash of the content in it, or a random UUID if it was stored before this table: the content never changes under its name.
-- See docs/decisions/038-uploads-in-the-database.md.
create table uploads (
  name       text primary key,
  content    bytea not null,
  -- When it was last uploaded: one that nobody refers to is not removed on the same day.
  created_at timestamptz not null default now()
);
