-- What was withheld lately is looked up while the index is busy, and listed for browsers that keep favourites.
drop index concurrently if exists video_holds_by_time;
create index concurrently video_holds_by_time on video_holds (held_at desc, video_id);
