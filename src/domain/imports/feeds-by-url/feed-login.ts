import type { KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { openSecret, sealSecret } from '#domain/secrets.ts';
import { loginTarget, secretPlaceholder } from '../login-target.ts';
import { lockSource } from '../sources.ts';

/** The credentials for the server of a feed. */
export interface FeedLogin {
  /** Blank to send the secret as a bearer token. */
  username: string;
  secret: string;
}

/** The source whose feed needs the login, and its URL: a login is only opened for the target that it was sealed for. */
interface LoginOwner {
  id: number;
  url: string;
}

const ownerOf = ({ id, url }: LoginOwner) => `import source ${id}\n${loginTarget(url)}`;

const sealLogin = (key: KeyObject, source: LoginOwner, login: FeedLogin): Buffer =>
  sealSecret(key, ownerOf(source), Buffer.from(JSON.stringify(login)));

/** Returns undefined if the login was sealed with another key, or for another target. */
export const openLogin = (key: KeyObject, source: LoginOwner, sealed: Buffer): FeedLogin | undefined => {
  const opened = openSecret(key, ownerOf(source), sealed);
  return opened && JSON.parse(String(opened));
};

const credentials = ({ username, secret }: FeedLogin) =>
  username === '' ? `Bearer ${secret}` : `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;

/** Puts the secret where the URL has a placeholder, or else into the Authorization header. */
export const withLogin = (
  url: string,
  login: FeedLogin | undefined,
): { url: string; headers: Record<string, string> } => {
  if (!login) return { url, headers: {} };
  if (!url.includes(secretPlaceholder)) return { url, headers: { authorization: credentials(login) } };
  return { url: url.replaceAll(secretPlaceholder, encodeURIComponent(login.secret)), headers: {} };
};

/**
 * Stores or deletes the login of a source. It is only ever read to fetch the feed. The version makes sure that the URL is still the one
 * for which the admin entered it.
 */
export const setFeedLogin = (
  db: Db,
  actor: Actor,
  key: KeyObject,
  id: number,
  login: FeedLogin | null,
  expectedVersion?: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { name, url, hasLogin } = await lockSource(tx, id, expectedVersion);
    if (login && url === null) throw new ValidationError('Save the URL that the feed is fetched from first.');
    await tx
      .updateTable('import_sources')
      .set({ sealed_login: login && url !== null ? sealLogin(key, { id, url }, login) : null })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, actor, {
      action: 'update',
      entity: 'import_source',
      entityId: id,
      before: { name, hasPassword: hasLogin },
      after: { name, hasPassword: login !== null },
    });
  });
