#!/bin/bash
# Run once by the PostgreSQL image, after creating an empty cluster: roles, database, and access for the standby.
set -euo pipefail
psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=owner="$OWNER_PASSWORD" --set=site="$SITE_PASSWORD" --set=replication="$REPLICATION_PASSWORD" <<'SQL'
create role marquee_owner login password :'owner';
create role marquee_site login password :'site';
create database marquee owner marquee_owner;
create role replicator login replication password :'replication';
select pg_create_physical_replication_slot('standby');
SQL
echo 'host replication replicator samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
