import type { Mutant } from '../mutant.ts';

export const searchMutants: Mutant[] = [
  {
    file: 'src/domain/search/sync/follow-changes.ts',
    find: "      await client.query('listen marquee_changes');\n",
    replace: '',
    harm: 'changes appear only at the next poll, seconds later',
    tests: ['tests/search/reconnecting.test.ts'],
  },
  {
    file: 'src/domain/search/sync/follow-changes.ts',
    find: '      waiters.requeue(batch);\n',
    replace: '',
    harm: 'an admin who saves while the database connection breaks waits for ever',
    tests: ['tests/search/reconnecting.test.ts'],
  },
  {
    file: 'src/domain/search/sync/follow-changes.ts',
    find: '      waiters.rejectAll(closedError());\n',
    replace: '',
    harm: 'requests that wait for the index keep the server from stopping',
    tests: ['tests/search/reconnecting.test.ts'],
  },
  {
    file: 'src/domain/search/sync/reconnect.ts',
    find: 'sleep(ms, undefined, { signal })',
    replace: 'sleep(ms)',
    harm: 'stopping takes up to ten seconds while the database is unreachable',
    tests: ['tests/search/reconnecting.test.ts'],
  },
  {
    file: 'src/domain/search/sync/updater.ts',
    find: 'if (setViews(state.catalogue, totals)) hasNewViews = true;',
    replace: 'setViews(state.catalogue, totals);',
    harm: 'views counted by this process never change the popular order',
    tests: ['tests/search/following.test.ts'],
  },
  {
    file: 'src/domain/search/sync/open-index-state.ts',
    find: 'Date.now() - state.viewsAt < maxSnapshotAgeMs',
    replace: 'state.viewsAt > 0',
    harm: 'after a long stop, videos show the views of the old snapshot',
    tests: ['tests/search/snapshot.test.ts'],
  },
  {
    file: 'src/domain/search/sync/follow-changes.ts',
    find: '      isLost = true;\n      wakeSignal.wake();\n',
    replace: '      isLost = true;\n',
    harm: 'after PostgreSQL restarts, the index notices it only at the next poll',
    tests: ['tests/search/reconnecting.test.ts'],
  },
  {
    file: 'src/domain/search/sync/change-log.ts',
    find: 'and not pg_visible_in_snapshot(xid, $1::pg_snapshot)',
    replace: 'and xid >= pg_snapshot_xmax($1::pg_snapshot)',
    harm: 'a transaction that commits late never reaches the index',
    tests: ['tests/search/following.test.ts', 'tests/search/index-against-sql.test.ts'],
  },
  {
    file: 'src/domain/search/queries/page.ts',
    find: 'Math.max(0, offset - byName.size)',
    replace: 'offset',
    harm: 'videos are missing from the second page of a search for a tag',
    tests: ['tests/unit/search/queries.test.ts'],
  },
  {
    file: 'src/domain/search/queries/related.ts',
    find: 'Math.round(1_000 * Math.log(1 + catalogueSize / videos))',
    replace: '1_000',
    harm: 'related videos share a common tag instead of a rare one',
    tests: ['tests/search/index-against-sql.test.ts'],
  },
];
