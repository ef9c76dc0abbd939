#!/bin/bash
# Copies the primary on the first start, and follows it from then on.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # An interrupted copy is begun again.
  rm -rf "$PGDATA"
  install -d -m 700 "$PGDATA"
  pg_basebackup --host=primary --username=replicator --slot=standby --pgdata="$PGDATA" \
    --checkpoint=fast --wal-method=stream --write-recovery-conf
fi
exec postgres
