-- Those of some URLs that are pictures uploaded to this site. Other URLs can be too long for an index.
create function upload_paths(urls text[]) returns text[] language sql immutable strict parallel safe
return array(select url from unnest(urls) as url where starts_with(url, '/uploads/') and length(url) < 200);
