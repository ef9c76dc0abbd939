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
    find: '      waiters.putBack(batch);\n',
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
];
