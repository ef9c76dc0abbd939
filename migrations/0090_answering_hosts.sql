-- When a link of a host was last found, which tells a dead link from a host that is down.
alter table probed_hosts add column answered_at timestamptz;
