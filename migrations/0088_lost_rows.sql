-- Rows of a feed that could not be read at all: their posts may be among those that the feed seems to lack.
alter table imports add column lost_rows integer not null default 0;
