import type { Mutant } from '../mutant.ts';

export const accountMutants: Mutant[] = [
  {
    file: 'src/domain/accounts/admins.ts',
    find: '    await endAllSessions(tx, admin.id);\n',
    replace: '',
    harm: 'after a password reset, whoever stole the old password stays signed in',
    tests: ['tests/api/admin/admins.test.ts'],
  },
  {
    file: 'src/domain/accounts/sign-in.ts',
    find: '    await endAllSessions(tx, adminId);\n',
    replace: '',
    harm: 'after a password change, whoever stole the old password stays signed in',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/api/http/session-cookie.ts',
    find: "secure: siteUrl.startsWith('https:')",
    replace: 'secure: false',
    harm: 'the session cookie of an https site is also sent over http',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
];
