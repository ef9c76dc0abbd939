import type { Mutant } from '../mutant.ts';

export const apiMutants: Mutant[] = [
  {
    file: 'src/api/posts.ts',
    find: 'const target = [Number(id), call.body?.version] as const;',
    replace: 'const target = [Number(id), undefined] as const;',
    harm: 'deleting a post ignores what somebody else changed',
    tests: ['tests/api/admin/directories.test.ts'],
  },
  {
    file: 'src/api/directory.ts',
    find: 'Number(params.id), body?.version',
    replace: 'Number(params.id), undefined',
    harm: 'deleting a network ignores what somebody else changed',
    tests: ['tests/api/admin/deleted.test.ts', 'tests/api/admin/directories.test.ts'],
  },
  {
    file: 'src/api/directory.ts',
    find: 'changes, body.version',
    replace: 'changes, undefined',
    harm: 'the second of two edits overwrites the first unseen',
    tests: ['tests/api/admin/directories.test.ts'],
  },
  {
    file: 'src/api/http/caller.ts',
    find: 'if (!mayUse(role, section)) throw',
    replace: 'if (mayUse(role, section)) throw',
    harm: 'any admin manages admins',
    tests: ['tests/api/access-walk.test.ts'],
  },
  {
    file: 'src/api/http/register.ts',
    find: `      if (request.session || route.method !== 'GET') reply.header('cache-control', 'no-store');
`,
    replace: '',
    harm: 'a shared proxy caches what only admins may see',
    tests: ['tests/api/admin/summaries.test.ts'],
  },
  {
    file: 'src/api/http/cross-site.ts',
    find: "site === 'same-origin' || site === 'none'",
    replace: "site !== 'same-origin' || site === 'none'",
    harm: 'another site writes with the cookie of a visiting admin',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/api/http/error-handler.ts',
    find: 'error.retryAfterSeconds);',
    replace: '0);',
    harm: 'a refused client is not told when to come back',
    tests: ['tests/api/guards.test.ts', 'tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/api/posts.ts',
    find: 'filter((id) => String(id) !== exclude)',
    replace: 'filter((id) => String(id) === exclude)',
    harm: 'a post is reported as its own duplicate',
    tests: ['tests/api/admin/posts.test.ts'],
  },
];
