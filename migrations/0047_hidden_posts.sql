-- When a published post was made a draft or scheduled again; null for posts that are published or never were.
alter table videos add column hidden_at timestamptz;
