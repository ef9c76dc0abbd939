-- Finds the posts that show an uploaded picture among their previews.
drop index concurrently if exists videos_previews;
create index concurrently videos_previews on videos using gin (upload_paths(preview_urls)) where preview_urls <> '{}';
