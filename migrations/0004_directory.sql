-- Partner websites, channels, file-share links, removal cases and settings.

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
  check (submitted_at is null or email is not null),
  check (not (active and rejected_at is not null))
);
create index partners_waiting on partners (submitted_at) where submitted_at is not null and approved_at is null and rejected_at is null;

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
  updated_at  timestamptz(3) not null default now()
);

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
  updated_at  timestamptz(3) not null default now()
);

create table removal_cases (
  id          bigint generated always as identity primary key,
  video_id    bigint references videos on delete set null,
  page_url    text not null check (length(page_url) between 1 and 2000),
  ground      text not null check (ground in ('copyright', 'no_consent', 'minor', 'privacy', 'other')),
  name        text not null check (length(name) between 1 and 200),
  email       text not null check (length(email) between 3 and 254),
  statement   text not null check (length(statement) between 1 and 10000),
  status      text not null default 'open' check (status in ('open', 'removed', 'refused')),
  decision    text not null default '' check (length(decision) <= 10000),
  decided_by  bigint references admins on delete set null,
  decided_at  timestamptz(3),
  created_at  timestamptz(3) not null default now(),
  check ((status = 'open') = (decided_at is null))
);
create index removal_cases_open on removal_cases (created_at) where status = 'open';
create index removal_cases_by_video on removal_cases (video_id);

create table settings (
  key        text primary key check (key ~ '^[a-z_]{1,50}$'),
  value      jsonb not null,
  updated_by bigint references admins on delete set null,
  updated_at timestamptz(3) not null default now()
);

select watch_changes('partners', 'partner', 'id');
select watch_changes('channels', 'channel', 'id');
select watch_changes('file_links', 'file_link', 'id');
select watch_changes('settings', 'setting', 'key');
