-- What operators write about a list of videos: its title and description for search engines, and its introduction. Where
-- one is blank, the page has a text that is made from its own data.

create table list_texts (
  id           integer generated always as identity primary key,
  -- 'tag:12', 'performer:7', 'category:milfnut' or 'list:new-content': a renamed performer keeps its texts.
  list         text not null unique,
  tag_id       integer references tags on delete cascade,
  performer_id integer references performers on delete cascade,
  title        text not null default '',
  description  text not null default '',
  introduction text not null default '',
  version      integer not null default 1,
  updated_at   timestamptz not null default now(),
  check (num_nonnulls(tag_id, performer_id) <= 1),
  check (list = coalesce('tag:' || tag_id::text, 'performer:' || performer_id::text, list))
);
create index list_texts_by_tag on list_texts (tag_id) where tag_id is not null;
create index list_texts_by_performer on list_texts (performer_id) where performer_id is not null;

alter table change_log
  drop constraint change_log_entity_check,
  add constraint change_log_entity_check
    check (entity in ('video', 'tag', 'performer', 'partner', 'setting', 'list_text', 'catalogue'));
select watch_changes('list_texts', 'list_text', 'list');
