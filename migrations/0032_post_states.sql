-- Compatible: older versions list posts of every state; the site refuses drafts and scheduled posts while one of them is running.
alter table videos
  -- `published_at` is when a post that is not published yet was created.
  add column state text not null default 'published' check (state in ('draft', 'scheduled', 'published')),
  -- When a scheduled post is to be published; null in other states.
  add column publish_at timestamptz,
  -- Where the post comes from, if it comes from a partner.
  add column partner_id bigint references partners (id) on delete set null,
  -- Null for posts that were imported, or whose admin has been removed.
  add column created_by bigint references admins (id) on delete set null;

-- The host of a link as people name it.
create function link_host(link text) returns text language sql immutable strict parallel safe
return regexp_replace(lower(substring(link from '(?i)^https?://(?:[^/?#]*@)?([^/?#:]+)')), '^(www|m|mobile)\.', '');

-- What all forms of an address have in common: no scheme, "www.", default port, fragment, tracking or closing slash.
create function link_key(link text) returns text language sql immutable strict parallel safe
return link_host(link)
  || coalesce(':' || nullif(nullif(substring(link from '(?i)^https?://[^/?#]*:(\d+)(?:[/?#]|$)'), '80'), '443'), '')
  || rtrim(regexp_replace(
    substring(link from '(?i)^https?://[^/?#]*([^#]*)'),
    '(?<=[?&])(utm_\w+|fbclid|gclid|msclkid|yclid|igshid|mc_[ce]id|ref)(=[^&]*)?(&|$)|/(?=\?)', '', 'gi'), '/?&');
