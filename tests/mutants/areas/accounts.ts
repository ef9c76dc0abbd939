import type { Mutant } from '../mutant.ts';

export const accountMutants: Mutant[] = [
  {
    file: 'src/domain/accounts/admins.ts',
    find: "    await tx.deleteFrom('sessions').where('admin_id', '=', admin.id).execute();\n",
    replace: '',
    harm: 'after a password reset, whoever stole the old password stays signed in',
    tests: ['tests/api/admin/admins.test.ts'],
  },
  {
    file: 'src/api/session-cookie.ts',
    find: "secure: siteUrl.startsWith('https:')",
    replace: 'secure: false',
    harm: 'the session cookie of an https site is also sent over http',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
];
