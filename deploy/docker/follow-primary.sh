#!/bin/bash
# Copies the primary on the first start, then follows it.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Restart an interrupted copy.
  rm -rf "$PGDATA"
  install -d -m 700 "$PGDATA"
  pg_basebackup --host=primary --username=replicator --slot=standby --pgdata="$PGDATA" \
    --checkpoint=fast --wal-method=stream --write-recovery-conf
fi
# A node may build its index here with one long query, which would otherwise be cancelled.
exec postgres -c hot_standby_feedback=on
