import type { Mutant } from '../mutant.ts';

export const partnerMutants: Mutant[] = [
  {
    file: 'src/domain/partners/submit-website.ts',
    find: `    await unlink(join(uploadsDir, path));
`,
    replace: '',
    harm: 'logos of failed submissions fill the disk',
    tests: ['tests/api/add-website.test.ts'],
  },
  {
    file: 'src/domain/partners/free-days.ts',
    find: "where('free_until', '<=', now)",
    replace: "where('free_until', '<', now)",
    harm: 'unpaid partners stay listed',
    tests: ['tests/api/admin/submissions.test.ts', 'tests/api/admin/jobs.test.ts'],
  },
  {
    file: 'src/domain/partners/free-days.ts',
    find: `    .where('paid_at', 'is', null)
`,
    replace: '',
    harm: 'paid partners are taken off the site',
    tests: ['tests/api/admin/submissions.test.ts', 'tests/api/admin/jobs.test.ts'],
  },
  {
    file: 'src/domain/partners/submissions.ts',
    find: 'terms.freeDays * dayMs',
    replace: '(terms.freeDays - 1) * dayMs',
    harm: 'a partner gets a free day less than promised',
    tests: ['tests/api/admin/submissions.test.ts'],
  },
  {
    file: 'src/domain/mail/deliver.ts',
    find: "attempts >= maxAttempts ? 'failed' : 'waiting'",
    replace: "'failed'",
    harm: 'a message is given up after one failure',
    tests: ['tests/api/admin/mail.test.ts'],
  },
];
