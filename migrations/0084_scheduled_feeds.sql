-- Feeds that are fetched by themselves. See docs/decisions/066-feeds-by-url-and-clicks.md.
alter table import_sources
  -- Until then somebody fetches it: a later time than now keeps others away, an earlier one tells that they have died.
  add column fetching_until timestamptz,
  -- What the last answer was.
  add column last_result text check (last_result in ('new', 'unchanged', 'failed')),
  -- The import that the last new feed became. No reference: imports refer to sources.
  add column last_import_id bigint,
  -- Who asked for the next fetch; null if it is only time for it.
  add column asked_by bigint references admins on delete set null,
  -- User name and secret for the other server, sealed with a key of the site that is not in the database.
  add column sealed_login bytea;
