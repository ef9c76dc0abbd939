import type { Mutant } from '../mutant.ts';

export const accountMutants: Mutant[] = [
  {
    file: 'src/domain/accounts/reset-password.ts',
    find: `    await endAllSessions(tx, admin.id);
`,
    replace: '',
    harm: 'after a password reset, a thief of the old password stays signed in',
    tests: ['tests/api/admin/admins.test.ts', 'tests/server/lifecycle.test.ts'],
  },
  {
    file: 'src/api/http/cookie.ts',
    find: 'secure: isHttps(siteUrl)',
    replace: 'secure: false',
    harm: 'the session cookie of an https site is also sent over http',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/api/http/cookie.ts',
    find: 'httpOnly: true',
    replace: 'httpOnly: false',
    harm: 'a script on the page can read the session cookie',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/domain/accounts/change-password.ts',
    find: `    await endAllSessions(tx, adminId);
`,
    replace: '',
    harm: 'after a password change, other browsers stay signed in',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/domain/accounts/sign-in.ts',
    find: '!current?.is_active ||',
    replace: '!current ||',
    harm: 'a deactivated admin signs in',
    tests: ['tests/api/admin/sign-in.test.ts', 'tests/api/admin/admins.test.ts'],
  },
  {
    file: 'src/domain/accounts/admins.ts',
    find: `    if (before.isActive) await endAllSessions(tx, id);
`,
    replace: '',
    harm: 'a deactivated admin keeps working until the session expires',
    tests: ['tests/api/admin/admins.test.ts'],
  },
  {
    file: 'src/domain/accounts/sessions.ts',
    find: `      .where('admin_id', '=', actor.adminId)
`,
    replace: '',
    harm: 'an admin ends sessions of other admins',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/domain/accounts/sessions.ts',
    find: 'const idleLimit = 12 * hour;',
    replace: 'const idleLimit = 120 * hour;',
    harm: 'a forgotten session stays open for days',
    tests: ['tests/api/admin/sign-in.test.ts'],
  },
  {
    file: 'src/domain/accounts/sessions.ts',
    find: `      .where('sessions.admin_id', '=', actor.adminId)
`,
    replace: '',
    harm: "ending one's other sessions signs everyone else out",
    tests: ['tests/api/admin/sessions.test.ts'],
  },
  {
    file: 'src/api/http/register.ts',
    find: 'session.mustChangePassword && !beforePasswordChange',
    replace: 'false',
    harm: 'an admin keeps the password that somebody else chose',
    tests: ['tests/api/admin/first-sign-in.test.ts'],
  },
  {
    file: 'src/api/http/register.ts',
    find: "if (route.freshProof === 'always') assertFreshProof(sessionOf(request));",
    replace: '',
    harm: 'whoever takes over a session makes an admin of their own',
    tests: ['tests/api/admin/fresh-proof.test.ts'],
  },
  {
    file: 'src/domain/settings/settings.ts',
    find: 'if (changesSecurity(before, settings)) assertProof();',
    replace: '',
    harm: 'whoever takes over a session allows short passwords',
    tests: ['tests/api/admin/fresh-proof.test.ts'],
  },
  {
    file: 'src/domain/accounts/guard-password.ts',
    find: 'if (refused || error instanceof WrongProofError) await recordFailedProof(db, session, { ip, refused });\n    else ',
    replace: '',
    harm: 'whoever takes over a session guesses the password without end or trace',
    tests: ['tests/api/admin/fresh-proof.test.ts'],
  },
  {
    file: 'src/domain/mail/compose-message.ts',
    find: '.map(oneLine)',
    replace: '',
    harm: 'a submitter writes paragraphs into an email of the site',
    tests: ['tests/api/admin/submissions.test.ts', 'tests/api/admin/account-notices.test.ts'],
  },
  {
    file: 'src/api/outbox.ts',
    find: '      withAccounts: isMainAdmin(call),',
    replace: '      withAccounts: true,',
    harm: 'every admin reads the IPs and devices of the others',
    tests: ['tests/api/admin/account-notices.test.ts'],
  },
  {
    file: 'src/domain/accounts/sign-in-throttle.ts',
    find: "kind === 'device'",
    replace: 'kind',
    harm: "one's own sign-in clears the count of guesses at other accounts",
    tests: ['tests/api/admin/sign-in-guards.test.ts'],
  },
  {
    file: 'src/domain/accounts/admins.ts',
    find: "if (admin.role === 'main_admin') throw",
    replace: "if (admin.role !== 'main_admin') throw",
    harm: 'main admins can be deleted',
    tests: ['tests/api/admin/admins.test.ts'],
  },
  {
    file: 'src/domain/accounts/authenticator-app.ts',
    find: ' || step <= app.last_step',
    replace: '',
    harm: 'a code that somebody has seen signs in again within a minute',
    tests: ['tests/api/admin/second-factor.test.ts'],
  },
  {
    file: 'src/domain/accounts/sessions.ts',
    find: `  await db.deleteFrom('pending_sign_ins').where('admin_id', '=', adminId).execute();
`,
    replace: '',
    harm: 'a sign-in with the old password can be ended after the password was changed',
    tests: ['tests/api/admin/second-factor.test.ts'],
  },
  {
    file: 'src/domain/accounts/webauthn.ts',
    find: 'requireUserVerification: true',
    replace: 'requireUserVerification: false',
    harm: 'whoever finds a security key signs in without its PIN',
    tests: ['tests/api/admin/passkeys.test.ts'],
  },
  {
    file: 'src/domain/accounts/verify-passkey.ts',
    find: '(stored > 0 || sent > 0) && sent <= stored',
    replace: 'sent < 0',
    harm: 'a copied passkey is not noticed',
    tests: ['tests/api/admin/passkeys.test.ts'],
  },
  {
    file: 'src/domain/accounts/reset-second-factor.ts',
    find: `  await endAllSessions(tx, id);
`,
    replace: '',
    harm: 'after a reset of the second factor, whoever found the lost device stays signed in',
    tests: ['tests/api/admin/second-factor.test.ts'],
  },
  {
    file: 'src/api/http/register.ts',
    find: 'session.mustAddSecondFactor && !beforeSecondFactor',
    replace: 'false',
    harm: 'a second factor that the settings require can be left out',
    tests: ['tests/api/admin/required-second-factor.test.ts'],
  },
];
