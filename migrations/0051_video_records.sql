-- Where a post comes from, and who keeps the records and the consent for it. Only admins ever see them. See docs/decisions/056-records.md.
create table video_records (
  video_id      bigint primary key references videos on delete cascade,
  source        text not null default '',
  -- The rights holder or records custodian.
  rights_holder text not null default '',
  consent       text not null default '',
  record_date   date,
  -- Which of them are filled in, one bit each in this order; 15 is complete.
  present       smallint not null generated always as (
                  case when source <> '' then 1 else 0 end + case when rights_holder <> '' then 2 else 0 end
                  + case when consent <> '' then 4 else 0 end + case when record_date is not null then 8 else 0 end) stored
);
