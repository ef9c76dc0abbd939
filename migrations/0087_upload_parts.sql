-- Feeds are uploaded in parts; this tells when the last one has arrived. See docs/decisions/067-sending-feeds.md.
alter table imports add column expected_bytes bigint check (expected_bytes > 0);
