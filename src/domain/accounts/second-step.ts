import type { Db } from '#db/database.ts';
import { UnauthenticatedError } from '#domain/errors.ts';
import type { AccountKeys } from '#domain/secrets/keys.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { findKnownDevice } from './known-devices.ts';
import { closePendingSignIn, findPendingSignIn } from './pending-sign-ins.ts';
import { lockAdmin } from './second-factor.ts';
import { attemptSignIn } from './sign-in-attempt.ts';
import { secondStepCounters } from './sign-in-throttle.ts';
import { type Browser, type SignedIn, startSession } from './start-session.ts';
import { takeCode, wrongCode } from './take-code.ts';

const expired = () => new UnauthenticatedError('This sign-in has expired. Enter your password again.');

/** Ends a sign-in that began with the password, by a code of the authenticator app or a recovery code. */
export const signInWithCode = async (
  db: Db,
  keys: AccountKeys,
  pendingToken: string | undefined,
  code: string,
  browser: Browser,
  site: SiteIdentity,
): Promise<SignedIn> => {
  const admin = await findPendingSignIn(db, pendingToken);
  if (!admin || pendingToken === undefined) throw expired();
  const device = await findKnownDevice(db, browser.deviceToken, admin.id);
  const counters = secondStepCounters(admin.id, { ...browser, device });
  return attemptSignIn(db, { counters, admin, ip: browser.ip }, () =>
    db.transaction().execute(async (tx) => {
      await lockAdmin(tx, admin.id);
      if (!(await closePendingSignIn(tx, pendingToken))) throw expired();
      const proof = await takeCode(tx, keys, admin.id, code);
      if (proof === undefined) throw new UnauthenticatedError(wrongCode);
      return startSession(tx, admin, browser, site, proof);
    }),
  );
};
