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
/** How exact `last_seen_at` is: not every request is worth a write. */
const lastSeenPrecision = 60 * 1000;

/** The admin behind a request, who is signed in or has sent an API token. */
export interface Session {
  /** 0 with an API token. */
  id: number;
  adminId: number;
  username: string;
  email: string;
  role: Role;
  /** Whether somebody else chose the admin's password. */
  mustChangePassword: boolean;
  /** Whether the settings require a second factor that the admin has not added yet. */
  mustAddSecondFactor: boolean;
  /** Whether the admin has proved just now who they are, with the second factor if there is one. */
  isFreshlyProved: boolean;
  /** What the request was made with instead of a session. */
  token?: UsedToken | undefined;
}

const noSuchSession = () => new NotFoundError('There is no such session.');

/** Where a session is used from. */
export interface ClientInfo {
  ip: string | null;
  userAgent: string;
}

/** Returns the session's token, of which only a hash is stored. By default, its admin has just proved who they are. */
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
      // By the clock that decides whether it is idle, which may not be PostgreSQL's.
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

// By PostgreSQL's clock alone, which also set the time.
const isFreshlyProved = sql<boolean>`s.proved_at > now() - make_interval(mins => ${proofMinutes})`;

const ownSession = (db: Db) =>
  activeSessions(db)
    .innerJoin('admins as a', 'a.id', 's.admin_id')
    .select(['s.id', 's.last_seen_at', 'a.id as adminId', 'a.username', 'a.email', 'a.role'])
    .select('a.must_change_password as mustChangePassword')
    .select(adminMustAddSecondFactor.as('mustAddSecondFactor'))
    .select(isFreshlyProved.as('isFreshlyProved'))
    .where('a.is_active', '=', true);

const seen = async (
  db: Db,
  row: Awaited<ReturnType<ReturnType<typeof ownSession>['executeTakeFirst']>>,
): Promise<Session | undefined> => {
  if (!row) return undefined;
  const { last_seen_at, ...session } = row;
  if (Date.now() - last_seen_at.getTime() > lastSeenPrecision)
    await db.updateTable('sessions').set({ last_seen_at: new Date() }).where('id', '=', session.id).execute();
  return session;
};

/** Undefined if the session has expired or its admin is deactivated. */
export const findSessionByToken = async (db: Db, token: string): Promise<Session | undefined> =>
  seen(db, await ownSession(db).where('s.token_hash', '=', hashOfToken(token)).executeTakeFirst());

/** How long after a proof another tab may still send the token that it replaced. */
const overlapSeconds = 60;

/**
 * For calls that prove who is calling: also by the token that another tab's proof has just replaced, because two tabs may
 * ask for a proof at once. Whoever has only a copy of that token lacks the proof.
 */
export const findSessionForProof = async (
  db: Db,
  { sessionTokens }: AccountKeys,
  token: string,
): Promise<Session | undefined> => {
  const isReplaced = sql<boolean>`(s.token_hash = ${hashOfToken(nextToken(sessionTokens, token))}
    and s.proved_at > now() - make_interval(secs => ${overlapSeconds}))`;
  const isCurrent = sql<boolean>`s.token_hash = ${hashOfToken(token)}`;
  return seen(db, await ownSession(db).where(sql<boolean>`(${isCurrent} or ${isReplaced})`).executeTakeFirst());
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

/** Also ends sign-ins that wait for their second step. */
export const endAllSessions = async (db: Db, adminId: number): Promise<void> => {
  await db.deleteFrom('pending_sign_ins').where('admin_id', '=', adminId).execute();
  await db.deleteFrom('sessions').where('admin_id', '=', adminId).execute();
};

type EndedSession = Pick<ListedSession, 'id' | 'user_agent' | 'username'>;

const recordEnded = (tx: Tx, actor: Actor, ended: EndedSession[]) =>
  recordChanges(
    tx,
    actor,
    ended.map(({ id, user_agent, username }) => ({
      action: 'end',
      entity: 'session',
      entityId: id,
      before: { username, device: deviceName(user_agent) },
    })),
  );

const deleteSessions = (tx: Tx) =>
  tx
    .deleteFrom('sessions')
    .using('admins')
    .whereRef('admins.id', '=', 'sessions.admin_id')
    .returning(['sessions.id', 'sessions.user_agent', 'admins.username']);

/** Ends one of the actor's own sessions. */
export const endSession = (db: Db, actor: Actor, sessionId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ended = await deleteSessions(tx)
      .where('sessions.id', '=', sessionId)
      .where('admin_id', '=', actor.adminId)
      .execute();
    if (ended.length === 0) throw noSuchSession();
    await recordEnded(tx, actor, ended);
  });

/** For main admins: ends a session of anyone. */
export const endAnySession = (db: Db, actor: Actor, sessionId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ended = await deleteSessions(tx).where('sessions.id', '=', sessionId).execute();
    if (ended.length === 0) throw noSuchSession();
    await recordEnded(tx, actor, ended);
  });

/** For main admins: ends all sessions of an admin but the actor's current one; returns how many. */
export const endSessionsOfAdmin = (db: Db, actor: Actor, adminId: number, currentId: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ended = await deleteSessions(tx)
      .where('sessions.admin_id', '=', adminId)
      .where('sessions.id', '!=', currentId)
      .execute();
    await recordEnded(tx, actor, ended);
    return ended.length;
  });

/** Ends all of the actor's sessions but the current one; returns how many. */
export const endOtherSessions = (db: Db, actor: Actor, currentId: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const ended = await deleteSessions(tx)
      .where('sessions.id', '!=', currentId)
      .where('sessions.admin_id', '=', actor.adminId)
      .execute();
    await recordEnded(tx, actor, ended);
    return ended.length;
  });

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
