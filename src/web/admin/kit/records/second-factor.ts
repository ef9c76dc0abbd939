import type { PasskeyRecord } from '#contract/second-factor.ts';
import { adminClient } from '../session/admin-client.ts';
import { createPasskey, signWithPasskey } from '../session/passkeys.ts';
import { type WithId, withId } from './record.ts';

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
