import type { Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { notifyOwner } from './account-notices.ts';
import { findKnownDevice, rememberDevice } from './known-devices.ts';
import { type ClientInfo, openSession, type Session } from './sessions.ts';

/** What the browser sent along. */
export interface Browser extends ClientInfo {
  /** Whether the IP seems to be that of a proxy, and so of all visitors. */
  isIpShared: boolean;
  deviceToken: string | undefined;
  /** The session that the browser had until now: nobody could sign out of it any more. */
  session: Session | undefined;
}

export interface SignedIn {
  adminId: number;
  token: string;
  deviceToken: string;
}

/** What proved who signs in besides the password, as the audit log says it. */
export type SecondProof = 'authenticator app' | 'recovery code' | 'passkey';

/** Ends the sign-in of an admin who has proved everything that is needed. */
export const startSession = async (
  tx: Tx,
  { id, username }: { id: number; username: string },
  browser: Browser,
  site: SiteIdentity,
  proof?: SecondProof,
): Promise<SignedIn> => {
  await tx.updateTable('admins').set({ last_login_at: new Date() }).where('id', '=', id).execute();
  const actor = { adminId: id, admin: username, ip: browser.ip };
  const after = proof && { with: proof };
  await recordChange(tx, actor, { action: 'login', entity: 'admin', entityId: id, ...(after ? { after } : {}) });
  if (browser.session) await tx.deleteFrom('sessions').where('id', '=', browser.session.id).execute();
  if (!(await findKnownDevice(tx, browser.deviceToken, id)))
    await notifyOwner(tx, id, { kind: 'new device' }, { actor, userAgent: browser.userAgent }, site);
  const deviceToken = await rememberDevice(tx, browser.deviceToken, id);
  return { adminId: id, token: await openSession(tx, id, browser), deviceToken };
};
