-- The files that browsers load of the builds that nodes have started with, so that every node can answer for the builds of the
-- others, and for earlier ones that open tabs still use. See docs/decisions/042-upgrades.md.
create table builds (
  id      text primary key,
  files   text[] not null,
  -- Renewed while a node runs it.
  used_at timestamptz not null default now()
);

-- By their path below /assets/. A name has a hash of the content in it, so builds share the files that did not change.
create table build_files (
  name     text primary key,
  type     text not null,
  content  bytea not null,
  -- How the content is compressed, as in the header Content-Encoding.
  encoding text not null check (encoding in ('br', 'identity'))
);
