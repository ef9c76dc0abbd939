-- Times that JavaScript cannot represent, such as infinity, would stop the catalogue index.
update videos set published_at = now()
  where published_at not between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59+00';

alter table videos add constraint videos_published_at_check
  check (published_at between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59+00');
