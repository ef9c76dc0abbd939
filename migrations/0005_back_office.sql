-- What the back-office needs besides the catalogue: slowing of sign-ins, mail that waits, figures, guards.

create index audit_log_by_time on audit_log (at);
-- From where an admin has signed in before: such an address is not kept out by somebody else's guesses.
create index audit_log_sign_ins on audit_log (admin_id, ip) where action = 'login';

-- Failed sign-ins of late, by account and by address.
create table sign_in_attempts (
  key           text primary key check (length(key) between 1 and 300),
  failures      integer not null check (failures > 0),
  blocked_until timestamptz(3),
  last_at       timestamptz(3) not null default now()
);
create index sign_in_attempts_by_time on sign_in_attempts (last_at);

-- The last main admin cannot disappear, whoever asks: the lock makes two who leave at once see each other.
create function keep_a_main_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('marquee main admins'));
  if not exists (select from admins where role = 'main_admin' and is_active) then
    raise exception 'the last main admin cannot be removed' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger keep_on_delete after delete on admins
  for each row when (old.role = 'main_admin') execute function keep_a_main_admin();
create trigger keep_on_update after update of role, is_active on admins
  for each row when (old.role = 'main_admin' and (new.role <> 'main_admin' or not new.is_active)) execute function keep_a_main_admin();

-- Mail is written here by the transaction that decides, one row per event, and sent by a job.
create table outbox (
  id          bigint generated always as identity primary key,
  event       text not null unique check (length(event) between 1 and 200),
  recipient   text not null check (length(recipient) between 3 and 254),
  subject     text not null check (length(subject) between 1 and 300),
  body        text not null check (length(body) between 1 and 20000),
  status      text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts    integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz(3) not null default now(),
  last_error  text check (length(last_error) <= 1000),
  created_at  timestamptz(3) not null default now(),
  sent_at     timestamptz(3),
  check ((status = 'sent') = (sent_at is not null))
);
create index outbox_waiting on outbox (next_try_at) where status = 'waiting';

create index partners_free_until on partners (free_until) where active and paid_at is null and free_until is not null;

-- The dashboard's numbers without counting the catalogue.
create index tags_created on tags (created_at);
create index performers_created on performers (created_at);

create table view_total (
  only_row boolean primary key default true check (only_row),
  views    bigint not null default 0
);
insert into view_total (views) select coalesce(sum(total), 0) from video_views;

create function add_to_view_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update view_total set views = views + (select coalesce(sum(total), 0) from new_rows)
    where exists (select from new_rows);
  elsif tg_op = 'DELETE' then
    update view_total set views = views - (select coalesce(sum(total), 0) from old_rows)
    where exists (select from old_rows);
  else
    update view_total
    set views = views + (select coalesce(sum(total), 0) from new_rows) - (select coalesce(sum(total), 0) from old_rows)
    where exists (select from new_rows);
  end if;
  return null;
end $$;
create trigger add_inserted after insert on video_views referencing new table as new_rows
  for each statement execute function add_to_view_total();
create trigger add_updated after update on video_views referencing old table as old_rows new table as new_rows
  for each statement execute function add_to_view_total();
create trigger add_deleted after delete on video_views referencing old table as old_rows
  for each statement execute function add_to_view_total();

-- A bulk load passes the triggers by and says so in the change log.
create function recount_views() returns trigger language plpgsql as $$
begin
  update view_total set views = (select coalesce(sum(total), 0) from video_views);
  return null;
end $$;
create trigger recount_after_bulk_load after insert on change_log
  for each row when (new.entity = 'catalogue') execute function recount_views();

-- Answers that take long to work out, renewed by a job.
create table dashboard_figures (
  name        text primary key check (name ~ '^[a-z_]{1,50}$'),
  value       jsonb not null,
  computed_at timestamptz(3) not null default now()
);
