import type { PasskeyRecord } from '#contract/second-factor.ts';
import type { ListedPasskey } from '#domain/accounts/passkeys.ts';

export const toPasskeyRecord = (passkey: ListedPasskey): PasskeyRecord => ({
  _id: String(passkey.id),
  name: passkey.name,
  createdAt: passkey.created_at.toISOString(),
  lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
});
