import type { Db } from '#db/database.ts';
import { countSealedSecrets } from '#domain/accounts/seal-stored-secrets.ts';
import { deriveKeys } from '#domain/secrets/keys.ts';
import { type Check, failure, ok } from './check.ts';
import { plural } from './format.ts';

/** Whether the key is the one that the database's secrets were sealed with. */
export const checkSecretKey = async (db: Db, secretKey: Buffer, place: string): Promise<Check> => {
  const { sealed, unreadable } = await countSealedSecrets(db, deriveKeys(secretKey));
  if (sealed === 0)
    return ok(
      'Secret key',
      `Nothing is sealed with the key in ${place} yet. All machines of the site need the same one.`,
    );
  return unreadable === 0
    ? ok('Secret key', `The key in ${place} fits the database. Other machines of the site need the same one.`)
    : failure(
        'Secret key',
        `The key in ${place} does not fit ${plural(unreadable, 'authenticator app')}.`,
        'Restore secret.key or SECRET_KEY (docs/operations.md, Secret key).',
      );
};
