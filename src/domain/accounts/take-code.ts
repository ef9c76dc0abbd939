import type { Tx } from '#db/database.ts';
import type { AccountKeys } from '#domain/secrets/keys.ts';
import { takeTotpCode } from './authenticator-app.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

export const wrongCode = 'This code is wrong or was used already.';

/** What the code was; undefined if it is wrong. No code works twice. */
export const takeCode = async (tx: Tx, keys: AccountKeys, adminId: number, code: string) => {
  // First, because the others cannot be checked without the right key.
  if (await takeRecoveryCode(tx, adminId, code)) return 'recovery code';
  if (await takeTotpCode(tx, keys, adminId, code)) return 'authenticator app';
  return undefined;
};
