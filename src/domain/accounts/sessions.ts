import { sql } from 'kysely';
import { proofMinutes, type Role } from '#contract/values/accounts.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit-log.ts';
import { NotFoundError } from '#domain/errors.ts';
import { type AccountKeys, hashOfToken, nextToken, randomToken } from '#domain/secrets.ts';
import type { UsedToken } from './api-tokens.ts';
import { deviceName } from './devices.ts';
import { adminMustAddSecondFactor } from './second-factor.ts';

const hour = 3600 * 1000;
const idleLimit = 12 * hour;
export const sessionLifetime = 14 * 24 * hour;
/** Precision of `last_seen_at`, so that not every request causes a write. */
const lastSeenPrecision = 60 * 1000;

/** The admin who makes a request, signed in or with an API token. */
export interface Session {
  /** 0 for API tokens. */
  id: number;
  adminId: number;
  username: string;
  email: string;
  role: Role;
  /** Somebody else chose the admin's password. */
  mustChangePassword: boolean;
  /** The settings require a second factor, and the admin has not added one yet. */
  mustAddSecondFactor: boolean;
  /** The admin has recently proved who they are, with the second factor if there is one. */
  isFreshlyProved: boolean;
  token?: UsedToken | undefined;
}

const noSuchSession = () => new NotFoundError('There is no such session.');

export interface ClientInfo {
  ip: string | null;
  userAgent: string;
}

/** Returns the session's token, of which only a hash is stored. By default, the session counts as freshly proved. */
export const openSession = async (
  db: Db,
  adminId: number,
  { ip, userAgent }: ClientInfo,
  provedAt?: Date,
): Promise<string> => {
  const token = randomToken();
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOfToken(token),
      admin_id: adminId,
      ip,
      user_agent: userAgent,
      ...(provedAt ? { proved_at: provedAt } : {}),
      // Use this process's clock, as the idle check does. It may differ from PostgreSQL's.
      last_seen_at: new Date(),
      expires_at: new Date(Date.now() + sessionLifetime),
    })
    .execute();
  return token;
};

const activeSessions = (db: Db) =>
  db
    .selectFrom('sessions as s')
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.last_seen_at', '>', new Date(Date.now() - idleLimit));

// Uses PostgreSQL's clock, which also set `proved_at`.
const isFreshlyProved = sql<boolean>`s.proved_at > now() - make_interval(mins => ${proofMinutes})`;

const ownSession = (db: Db) =>
  activeSessions(db)
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['s.id', 's.last_seen_at', 'a.id as adminId', 'a.username', 'a.email', 'a.role'])
    .select('a.must_change_password as mustChangePassword')
    .select(adminMustAddSecondFactor.as('mustAddSecondFactor'))
    .select(isFreshlyProved.as('isFreshlyProved'))
    .where('a.is_active', '=', true);

const markSeen = async (
  db: Db,
  row: Awaited<ReturnType<ReturnType<typeof ownSession>['executeTakeFirst']>>,
): Promise<Session | undefined> => {
  if (!row) return undefined;
  const { last_seen_at, ...session } = row;
  if (Date.now() - last_seen_at.getTime() > lastSeenPrecision)
    await db.updateTable('sessions').set({ last_seen_at: new Date() }).where('id', '=', session.id).execute();
  return session;
};

/** Returns undefined if the session has expired or its admin is deactivated. */
export const findSessionByToken = async (db: Db, token: string): Promise<Session | undefined> =>
  markSeen(db, await ownSession(db).where('s.token_hash', '=', hashOfToken(token)).executeTakeFirst());

/** After a proof, another tab may still send the old token for this long. */
const overlapSeconds = 60;

/**
 * For calls that prove who is calling. Also accepts a token that another tab's proof has just replaced, because two tabs may ask for a
 * proof at once. That is safe: a copy of the old token still needs the proof.
 */
export const findSessionForProof = async (
  db: Db,
  { sessionTokens }: AccountKeys,
  token: string,
): Promise<Session | undefined> => {
  const isReplaced = sql<boolean>`(s.token_hash = ${hashOfToken(nextToken(sessionTokens, token))}
    and s.proved_at > now() - make_interval(secs => ${overlapSeconds}))`;
  const isCurrent = sql<boolean>`s.token_hash = ${hashOfToken(token)}`;
  return markSeen(db, await ownSession(db).where(sql<boolean>`(${isCurrent} or ${isReplaced})`).executeTakeFirst());
};

const listedSessions = (db: Db) =>
  activeSessions(db)
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select([
      's.id',
      's.admin_id',
      's.ip',
      's.user_agent',
      's.created_at',
      's.last_seen_at',
      's.expires_at',
      'a.username',
    ])
    .orderBy('s.last_seen_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(500);

export type ListedSession = Awaited<ReturnType<typeof sessionsOf>>[number];

export const sessionsOf = (db: Db, adminId: number) => listedSessions(db).where('s.admin_id', '=', adminId).execute();

export const allSessions = (db: Db) => listedSessions(db).execute();

/** Also ends sign-ins that are waiting for the second step. */
export const endAllSessions = async (db: Db, adminId: number): Promise<void> => {
  await db.deleteFrom('pending_sign_ins').where('admin_id', '=', adminId).execute();
  await db.deleteFrom('sessions').where('admin_id', '=', adminId).execute();
};

const deleteSessions = (tx: Tx) =>
  tx
    .deleteFrom('sessions')
    .using('admins')
    .whereRef('admins.id', '=', 'sessions.admin_id')
    .returning(['sessions.id', 'sessions.user_agent', 'admins.username']);

type Deletion = ReturnType<typeof deleteSessions>;

/** Returns the number of ended sessions. */
const endSessions = (db: Db, actor: Actor, filter: (deletion: Deletion) => Deletion): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ended = await filter(deleteSessions(tx)).execute();
    const changes = ended.map(({ id, user_agent, username }) => ({
      action: 'end' as const,
      entity: 'session' as const,
      entityId: id,
      before: { username, device: deviceName(user_agent) },
    }));
    await recordChanges(tx, actor, changes);
    return ended.length;
  });

export const endSession = async (db: Db, actor: Actor, sessionId: number): Promise<void> => {
  const ended = await endSessions(db, actor, (deletion) =>
    deletion.where('sessions.id', '=', sessionId).where('admin_id', '=', actor.adminId),
  );
  if (ended === 0) throw noSuchSession();
};

/** For main admins: ends a session of anyone. */
export const endAnySession = async (db: Db, actor: Actor, sessionId: number): Promise<void> => {
  const ended = await endSessions(db, actor, (deletion) => deletion.where('sessions.id', '=', sessionId));
  if (ended === 0) throw noSuchSession();
};

/** Ends all sessions of an admin except the actor's current one. Returns their number. */
export const endSessionsOfAdmin = (db: Db, actor: Actor, adminId: number | null, currentId: number): Promise<number> =>
  endSessions(db, actor, (deletion) =>
    deletion.where('sessions.admin_id', '=', adminId).where('sessions.id', '!=', currentId),
  );

/** Returns the number of ended sessions. */
export const endOtherSessions = (db: Db, actor: Actor, currentId: number): Promise<number> =>
  endSessionsOfAdmin(db, actor, actor.adminId, currentId);

export const pruneSessions = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('sessions')
    .where((where) =>
      where.or([
        where('expires_at', '<', sql<Date>`now()`),
        where('last_seen_at', '<', new Date(Date.now() - idleLimit)),
      ]),
    )
    .execute();
};
