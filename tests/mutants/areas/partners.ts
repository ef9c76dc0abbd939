import type { Mutant } from '../mutant.ts';

export const partnerMutants: Mutant[] = [
  {
    file: 'src/domain/partners/submissions.ts',
    find: 'storePicture(tx, image, logoKind)',
    replace: 'storePicture(db, image, logoKind)',
    harm: 'logos of failed submissions fill the database',
    tests: ['tests/api/add-website.test.ts'],
  },
  {
    file: 'src/domain/uploads/uploads.ts',
    find: `u.created_at < now() - \${age}::interval and `,
    replace: '',
    harm: 'a website that is submitted while the same logo is purged has none',
    tests: ['tests/api/unused-logos.test.ts'],
  },
  {
    file: 'src/domain/uploads/uploads.ts',
    find: "return isWebp(content) ? { content, created_at: mtime } : 'unusable';",
    replace: 'return { content, created_at: mtime };',
    harm: 'any file in an old data folder is published as a picture',
    tests: ['tests/server/import-uploads.test.ts'],
  },
  {
    file: 'src/domain/partners/submissions.ts',
    find: "where('free_until', '<=', now)",
    replace: "where('free_until', '<', now)",
    harm: 'unpaid partners stay listed',
    tests: ['tests/api/admin/submissions.test.ts', 'tests/api/admin/jobs.test.ts'],
  },
  {
    file: 'src/domain/partners/submissions.ts',
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
    file: 'src/domain/mail/delivery.ts',
    find: "attempts >= maxAttempts ? 'failed' : 'waiting'",
    replace: "'failed'",
    harm: 'a message is given up after one failure',
    tests: ['tests/api/admin/mail.test.ts'],
  },
];
