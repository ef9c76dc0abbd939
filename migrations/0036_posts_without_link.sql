-- Compatible: on a post without a link, older versions show a play button that leads nowhere. Drafts, which may also lack an
-- image, are refused while one of them is running.
alter table videos
  drop constraint videos_image_url_check,
  drop constraint videos_link_check;
