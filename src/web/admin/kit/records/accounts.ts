import type { AdminRecord, SessionRecord, TokenBody, TokenRecord } from '#contract/accounts.ts';
import type { PasskeyRecord } from '#contract/second-factor.ts';
import { adminClient } from '../session/admin-client.ts';
import { isNotFound } from '../session/failure.ts';
import { createPasskey, signWithPasskey } from '../session/passkeys.ts';
import { type WithId, withId } from './record.ts';

export type Admin = WithId<AdminRecord>;

export const loadAdmins = async (adminId: string) =>
  (await adminClient.getAdmins({ query: { adminId } })).admins.map(withId);

export type Session = WithId<SessionRecord>;

export const loadSessions = async () => (await adminClient.getSessions()).sessions.map(withId);

export const loadAllSessions = async () => (await adminClient.getAllSessions()).sessions.map(withId);

/** For ending sessions and revoking tokens: somebody else may have done so already, or it expired. */
const ignoreNotFound = async (call: Promise<unknown>) => {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
};

export const endSession = ({ id }: Session) => ignoreNotFound(adminClient.endSession({ params: { id } }));

export const endAnySession = ({ id }: Session) => ignoreNotFound(adminClient.endAnySession({ params: { id } }));

export const endSessionsOfAdmin = ({ adminId }: Session) => adminClient.endSessionsOfAdmin({ params: { id: adminId } });

export const endOtherSessions = () => adminClient.endOtherSessions();

export type Token = WithId<TokenRecord>;

export const loadTokens = async () => (await adminClient.getTokens()).tokens.map(withId);

export const loadAllTokens = async () => (await adminClient.getAllTokens()).tokens.map(withId);

/** Returns the token itself, which cannot be read again. */
export const createToken = async (body: TokenBody) => (await adminClient.createToken({ body })).token;

export const revokeToken = ({ id }: Token) => ignoreNotFound(adminClient.revokeToken({ params: { id } }));

export const revokeAnyToken = ({ id }: Token) => ignoreNotFound(adminClient.revokeAnyToken({ params: { id } }));

export type Passkey = WithId<PasskeyRecord>;

export type SecondFactor = Awaited<ReturnType<typeof loadSecondFactor>>;

export const loadSecondFactor = async () => {
  const { authenticatorApp, passkeys, recoveryCodes, required, device } = await adminClient.getSecondFactor();
  return { authenticatorApp, passkeys: passkeys.map(withId), recoveryCodes, required, device };
};

export const addPasskey = async (name: string) => {
  const { options } = await adminClient.requestNewPasskey();
  const passkey = await createPasskey(options);
  return adminClient.addPasskey({ body: { name, passkey } });
};

export const renamePasskey = ({ id }: Passkey, name: string) =>
  adminClient.renamePasskey({ params: { id }, body: { name } });

export const removePasskey = ({ id }: Passkey) => adminClient.removePasskey({ params: { id } });

export const proveWithPasskey = async () => {
  const { options } = await adminClient.requestPasskeyForProof();
  const passkey = await signWithPasskey(options);
  return adminClient.proveWithPasskey({ body: { passkey } });
};
