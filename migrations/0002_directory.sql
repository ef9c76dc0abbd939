-- Partner websites, channels and file-share links, and folding of texts for searches in lists.

-- One entity for what administrators add and what visitors submit.
create table partners (
  id             bigint generated always as identity primary key,
  name           text not null check (length(name) between 1 and 200),
  url            text not null check (length(url) between 1 and 2000),
  logo           text not null default '' check (length(logo) <= 2000),
  description    text not null default '' check (length(description) <= 2000),
  category       text not null default 'adult' check (category in ('adult', 'entertainment', 'social', 'streaming')),
  email          text check (length(email) between 3 and 254),
  active         boolean not null default false,
  submitted_at   timestamptz(3),
  approved_at    timestamptz(3),
  free_until     timestamptz(3),
  paid_at        timestamptz(3),
  rejected_at    timestamptz(3),
  reject_reason  text check (length(reject_reason) between 1 and 1000),
  version        integer not null default 1 check (version > 0),
  created_at     timestamptz(3) not null default now(),
  updated_at     timestamptz(3) not null default now(),
  -- Deleted rows are hidden, and can be restored for a while.
  deleted_at     timestamptz(3),
  blocked_at     timestamptz,
  check (submitted_at is null or email is not null),
  check (not (active and rejected_at is not null))
);
create index partners_waiting on partners (submitted_at) where submitted_at is not null and approved_at is null and rejected_at is null;
create index partners_free_until on partners (free_until) where active and paid_at is null and free_until is not null;
create index partners_deleted on partners (deleted_at) where deleted_at is not null;
-- Logos of blocked partners are not served.
create index partners_blocked on partners (logo) where blocked_at is not null;
select watch_changes('partners', 'partner', 'id');

create table channels (
  id          bigint generated always as identity primary key,
  name        text not null check (length(name) between 1 and 200),
  url         text not null check (length(url) between 1 and 2000),
  thumbnail   text not null default '' check (length(thumbnail) <= 2000),
  description text not null default '' check (length(description) <= 2000),
  category    text not null default 'adult' check (category in ('adult', 'entertainment', 'gaming', 'music', 'education')),
  subscribers bigint not null default 0 check (subscribers >= 0),
  version     integer not null default 1 check (version > 0),
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  deleted_at  timestamptz(3)
);
create index channels_deleted on channels (deleted_at) where deleted_at is not null;

create table file_links (
  id          bigint generated always as identity primary key,
  title       text not null check (length(title) between 1 and 300),
  url         text not null check (length(url) between 1 and 2000),
  description text not null default '' check (length(description) <= 2000),
  category    text not null default 'videos' check (category in ('videos', 'images', 'documents', 'archives', 'other')),
  size        text not null default '' check (length(size) <= 50),
  file_type   text not null default 'video' check (file_type in ('video', 'image', 'document', 'archive', 'other')),
  version     integer not null default 1 check (version > 0),
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  deleted_at  timestamptz(3)
);
create index file_links_deleted on file_links (deleted_at) where deleted_at is not null;

-- One form for all spellings of a text, for searches in lists that are not in the catalogue index: ignores case, accents,
-- compatibility forms and invisible characters, as src/contract/values/fold.ts does.
create function fold_text(value text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(
    normalize(
      regexp_replace(
        lower(normalize(value, nfkd)),
        '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
      nfc),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'øłđðħıŧŋ', 'olddhitn');
