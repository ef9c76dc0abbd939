import type { Db, Tx } from '#db/database.ts';
import { hashOfToken, randomToken } from '#domain/secrets/token.ts';

export const pendingLifetime = 5 * 60 * 1000;

/** Remembers that a browser knows the admin's password. Returns a token that is good for the second step alone. */
export const openPendingSignIn = async (tx: Tx, adminId: number): Promise<string> => {
  const token = randomToken();
  const expires_at = new Date(Date.now() + pendingLifetime);
  await tx
    .insertInto('pending_sign_ins')
    .values({ token_hash: hashOfToken(token), admin_id: adminId, expires_at })
    .execute();
  return token;
};

export const findPendingSignIn = async (db: Db, token: string | undefined) => {
  if (token === undefined) return undefined;
  return db
    .selectFrom('pending_sign_ins as p')
    .innerJoin('admins as a', 'a.id', 'p.admin_id')
    .select(['a.id', 'a.username'])
    .where('p.token_hash', '=', hashOfToken(token))
    .where('p.expires_at', '>', new Date())
    .where('a.is_active', '=', true)
    .executeTakeFirst();
};

/** False if it has been closed in the meantime, such as by a change of the password. */
export const closePendingSignIn = async (tx: Tx, token: string): Promise<boolean> =>
  (await tx
    .deleteFrom('pending_sign_ins')
    .where('token_hash', '=', hashOfToken(token))
    .returning('admin_id')
    .executeTakeFirst()) !== undefined;

export const prunePendingSignIns = async (db: Db): Promise<void> => {
  await db.deleteFrom('pending_sign_ins').where('expires_at', '<', new Date()).execute();
};
