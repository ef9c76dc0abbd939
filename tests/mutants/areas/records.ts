import type { Mutant } from '../mutant.ts';

export const recordMutants: Mutant[] = [
  {
    file: 'src/domain/deleted/deleted-records.ts',
    find: '      if (removed.length < batchSize) break;',
    replace: '      break;',
    harm: 'deleted records beyond the first batch stay longer than 30 days',
    tests: ['tests/api/admin/jobs.test.ts'],
  },
  {
    file: 'src/domain/views.ts',
    find: 'for (const { reject } of batch.values()) for (const fail of reject) fail(error);',
    replace: 'for (const { reject } of batch.values()) reject[0]?.(error);',
    harm: 'when the database fails during a view, all but one of the requests never end',
    tests: ['tests/api/views.test.ts'],
  },
  {
    file: 'src/domain/mail/outbox.ts',
    find: "    await recordChange(tx, actor, { action: 'retry', entity: 'mail', entityId: id });\n",
    replace: '',
    harm: 'nobody can tell who retried a message',
    tests: ['tests/api/admin/mail.test.ts'],
  },
  {
    file: 'src/domain/mail/outbox.ts',
    find: "status: 'waiting', attempts: 0, ",
    replace: "status: 'waiting', ",
    harm: 'a retried message fails again at its first attempt',
    tests: ['tests/api/admin/mail.test.ts'],
  },
  {
    file: 'src/domain/catalogue/links.ts',
    find: '(deletedAt ? [] : id)',
    replace: '(deletedAt ? id : id)',
    harm: 'deleted posts hide the similar ones that an editor should see',
    tests: ['tests/api/admin/posts.test.ts'],
  },
  {
    file: 'src/domain/dashboard.ts',
    find: "where created_at >= now() - interval '7 days' and deleted_at is null and",
    replace: "where created_at >= now() - interval '7 days' and",
    harm: 'the dashboard counts deleted stars as new',
    tests: ['tests/api/admin/dashboard.test.ts'],
  },
  {
    file: 'src/domain/dashboard.ts',
    find: 'order by views desc, video_id desc limit',
    replace: 'order by views desc, video_id limit',
    harm: 'of equally viewed videos the dashboard lists the oldest',
    tests: ['tests/api/admin/dashboard.test.ts'],
  },
  {
    file: 'src/db/embedded-cluster.ts',
    find: '      await watching;\n',
    replace: '',
    harm: 'a server that is being restarted outlives the site',
    tests: ['tests/full/processes/embedded-cluster.test.ts'],
  },
  {
    file: 'src/db/catalogue-tables.ts',
    find: '  minutes: number | null;',
    replace: '  minutes: number;',
    harm: 'the types promise a duration that the database does not have',
    tests: ['tests/db/tables.test.ts'],
  },
];
