import type { KeyObject } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { openSecret, sealSecret } from '#domain/secrets.ts';
import { readSource } from '../sources.ts';

/** The credentials for the server of a feed. */
export interface FeedLogin {
  /** Blank to send the secret as a bearer token. */
  username: string;
  secret: string;
}

/** Replaced by the secret in the URL of a feed. */
export const secretPlaceholder = '{secret}';

const ownerOf = (sourceId: number) => `import source ${sourceId}`;

const sealLogin = (key: KeyObject, sourceId: number, login: FeedLogin): Buffer =>
  sealSecret(key, ownerOf(sourceId), Buffer.from(JSON.stringify(login)));

/** Returns undefined if the login was sealed with another key. */
export const openLogin = (key: KeyObject, sourceId: number, sealed: Buffer): FeedLogin | undefined => {
  const opened = openSecret(key, ownerOf(sourceId), sealed);
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

/** Stores or deletes the login of a source. It is only ever read to fetch the feed. */
export const setFeedLogin = (
  db: Db,
  actor: Actor,
  key: KeyObject,
  id: number,
  login: FeedLogin | null,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { name } = await readSource(tx, id);
    const before = await tx
      .selectFrom('import_sources')
      .select('sealed_login')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    await tx
      .updateTable('import_sources')
      .set({ sealed_login: login && sealLogin(key, id, login) })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, actor, {
      action: 'update',
      entity: 'import_source',
      entityId: id,
      before: { name, hasPassword: Boolean(before?.sealed_login) },
      after: { name, hasPassword: login !== null },
    });
  });
