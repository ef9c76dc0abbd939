-- Finds all posts of a host and its subdomains, whose names begin alike when they are read backwards, and of a partner.
drop index concurrently if exists videos_link_host;
create index concurrently videos_link_host on videos (reverse(link_host(link)) collate "C") where link <> '';
drop index concurrently if exists videos_embed_host;
create index concurrently videos_embed_host on videos (reverse(link_host(iframe_url)) collate "C") where iframe_url <> '';
drop index concurrently if exists videos_partner;
create index concurrently videos_partner on videos (partner_id) where partner_id is not null;
-- Pictures of blocked performers and logos of blocked partners are not served.
drop index concurrently if exists performers_blocked;
create index concurrently performers_blocked on performers (image_url) where blocked_at is not null;
drop index concurrently if exists partners_blocked;
create index concurrently partners_blocked on partners (logo) where blocked_at is not null;
