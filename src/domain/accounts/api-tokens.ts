import { sql } from 'kysely';
import { type TokenScope, tokenLimits, tokenStart } from '#contract/values/accounts.ts';
import { noSuchPartner } from '#contract/values/fields.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange, recordChanges } from '#domain/audit-log.ts';
import { dayMs } from '#domain/day.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { hashOfToken, randomToken } from '#domain/secrets.ts';
import { notifyOwner } from './account-notices.ts';
import { adminMustAddSecondFactor, lockAdmin, type OwnChange } from './second-factor.ts';
import type { Session } from './sessions.ts';

export interface NewApiToken {
  name: string;
  scopes: TokenScope[];
  expiresInDays: number | null;
  draftsOnly: boolean;
  partnerId: number | null;
  dailyLimit: number;
}

/** Enough to recognise a token, and 218 bits short of using it. */
const shownLength = tokenStart.length + 6;

const selectTokens = (db: Db) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('admins as a', 'a.id', 't.admin_id')
    .leftJoin('partners as p', 'p.id', 't.partner_id')
    .select(['t.id', 't.admin_id as adminId', 'a.username', 't.name', 't.prefix', 't.scopes'])
    .select(['t.drafts_only as draftsOnly', 't.partner_id as partnerId', 'p.name as partnerName'])
    .select(['t.daily_limit as dailyLimit', 't.created_at as createdAt', 't.expires_at as expiresAt'])
    .select('t.last_used_at as lastUsedAt')
    .orderBy('t.id', 'desc');

export type ApiToken = Awaited<ReturnType<typeof allTokens>>[number];

export const tokensOf = (db: Db, adminId: number) => selectTokens(db).where('t.admin_id', '=', adminId).execute();

export const allTokens = (db: Db) => selectTokens(db).limit(1000).execute();

/** Whoever is given a token for drafts must not read what the back-office lists. */
const assertSensible = ({ scopes, draftsOnly, partnerId }: NewApiToken) => {
  if (draftsOnly && scopes.some((scope) => scope !== 'posts')) {
    const message = 'A token that may only add drafts has the scope posts alone.';
    throw new ValidationError(message, { scopes: message });
  }
  if (partnerId !== null && !draftsOnly) {
    const message = 'A token for a network may only add drafts.';
    throw new ValidationError(message, { draftsOnly: message });
  }
};

const assertPartner = async (tx: Tx, partnerId: number) => {
  const partner = await tx
    .selectFrom('partners')
    .select('id')
    .where('id', '=', partnerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!partner) throw new ValidationError(noSuchPartner, { partner: noSuchPartner });
};

/** Those that have expired make room. */
const assertRoomForOne = async (tx: Tx, adminId: number) => {
  const { count } = await tx
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .executeTakeFirstOrThrow();
  if (count >= tokenLimits.perAdmin)
    throw new ConflictError(`You have ${tokenLimits.perAdmin} API tokens already. Revoke one that you no longer use.`);
};

/** Returns the token itself, of which only a hash is stored. */
export const createApiToken = (
  db: Db,
  change: OwnChange,
  made: NewApiToken,
): Promise<{ token: string; record: ApiToken }> => {
  assertSensible(made);
  const { adminId, actor, site } = change;
  const { name, scopes, expiresInDays, draftsOnly, partnerId, dailyLimit } = made;
  const token = tokenStart + randomToken();
  return db.transaction().execute(async (tx) => {
    await lockAdmin(tx, adminId);
    await assertRoomForOne(tx, adminId);
    if (partnerId !== null) await assertPartner(tx, partnerId);
    const { id } = await tx
      .insertInto('api_tokens')
      .values({
        admin_id: adminId,
        name,
        prefix: token.slice(0, shownLength),
        token_hash: hashOfToken(token),
        scopes,
        drafts_only: draftsOnly,
        partner_id: partnerId,
        daily_limit: draftsOnly ? dailyLimit : null,
        expires_at: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * dayMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const record = await selectTokens(tx).where('t.id', '=', id).executeTakeFirstOrThrow();
    const after = { name, scopes, draftsOnly, network: record.partnerName, expiresAt: record.expiresAt };
    await recordChange(tx, actor, { action: 'create', entity: 'api_token', entityId: id, after });
    await notifyOwner(tx, adminId, { kind: 'token created', name }, change, site);
    return { token, record };
  });
};

const deleteTokens = (tx: Tx) =>
  tx
    .deleteFrom('api_tokens')
    .using('admins')
    .whereRef('admins.id', '=', 'api_tokens.admin_id')
    .returning(['api_tokens.id', 'api_tokens.name', 'admins.username']);

const recordRevoked = (tx: Tx, actor: Actor, revoked: { id: number; name: string; username: string }[]) =>
  recordChanges(
    tx,
    actor,
    revoked.map(({ id, name, username }) => ({
      action: 'revoke',
      entity: 'api_token',
      entityId: id,
      before: { name, username },
    })),
  );

/** Revokes one of the given admin's tokens or, for main admins, anyone's. */
export const revokeApiToken = (db: Db, actor: Actor, id: number, ownerId?: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const revoked = await deleteTokens(tx)
      .where('api_tokens.id', '=', id)
      .$if(ownerId !== undefined, (query) => query.where('admin_id', '=', ownerId ?? 0))
      .execute();
    if (revoked.length === 0) throw new NotFoundError('There is no such API token.');
    await recordRevoked(tx, actor, revoked);
  });

/** For an account that is deleted, deactivated, given another role, or taken back from somebody else. */
export const revokeTokensOf = async (tx: Tx, actor: Actor, adminId: number): Promise<void> => {
  const revoked = await deleteTokens(tx).where('api_tokens.admin_id', '=', adminId).execute();
  await recordRevoked(tx, actor, revoked);
};

/** The API token that a request was made with. */
export interface UsedToken {
  id: number;
  name: string;
  scopes: TokenScope[];
  /** Whether it may only add drafts, and change only those. */
  draftsOnly: boolean;
  /** The network that all its posts carry. */
  partnerId: number | null;
}

export type TokenSession = Session & { token: UsedToken };

/** How exact `last_used_at` is: not every request is worth a write. */
const lastUsedSeconds = 60;

const touch = async (db: Db, id: number) => {
  await db.updateTable('api_tokens').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute();
};

/** Undefined if there is no such token, it has expired, or its owner is deactivated. */
export const findSessionByApiToken = async (db: Db, token: string): Promise<TokenSession | undefined> => {
  const row = await db
    .selectFrom('api_tokens as t')
    .innerJoin('admins as a', 'a.id', 't.admin_id')
    .select(['t.id', 't.name', 't.scopes', 't.drafts_only', 't.partner_id'])
    .select(['a.id as adminId', 'a.username', 'a.email', 'a.role', 'a.must_change_password'])
    .select(adminMustAddSecondFactor.as('mustAddSecondFactor'))
    .select(
      sql<boolean>`t.last_used_at is null or t.last_used_at < now() - make_interval(secs => ${lastUsedSeconds})`.as(
        'isStale',
      ),
    )
    .where('t.token_hash', '=', hashOfToken(token))
    .where(sql<boolean>`(t.expires_at is null or t.expires_at > now())`)
    .where('a.is_active', '=', true)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.isStale) await touch(db, row.id);
  const { adminId, username, email, role, mustAddSecondFactor } = row;
  return {
    id: 0,
    adminId,
    username,
    email,
    role,
    mustChangePassword: row.must_change_password,
    mustAddSecondFactor,
    isFreshlyProved: false,
    token: {
      id: row.id,
      name: row.name,
      scopes: row.scopes as TokenScope[],
      draftsOnly: row.drafts_only,
      partnerId: row.partner_id,
    },
  };
};
