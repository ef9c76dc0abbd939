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

/** Enough to recognise a token, but 218 bits of it remain secret. */
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

/** A token for drafts must not be able to read the back-office's lists. */
const assertValidScopes = ({ scopes, draftsOnly, partnerId }: NewApiToken) => {
  if (draftsOnly && scopes.some((scope) => scope !== 'posts')) {
    const message = 'A token that may only add drafts can only have the scope posts.';
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

const assertRoomForOne = async (tx: Tx, adminId: number) => {
  const { count } = await tx
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('admin_id', '=', adminId)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .executeTakeFirstOrThrow();
  if (count >= tokenLimits.perAdmin)
    throw new ConflictError(`You already have ${tokenLimits.perAdmin} API tokens. Revoke one that you no longer use.`);
};

/** Returns the token itself, of which only a hash is stored. */
export const createApiToken = (
  db: Db,
  change: OwnChange,
  newToken: NewApiToken,
): Promise<{ token: string; record: ApiToken }> => {
  assertValidScopes(newToken);
  const { adminId, actor, site } = change;
  const { name, scopes, expiresInDays, draftsOnly, partnerId, dailyLimit } = newToken;
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

/** Revokes a token of `ownerId` or, without it, of any admin. */
export const revokeApiToken = (db: Db, actor: Actor, id: number, ownerId?: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const revoked = await deleteTokens(tx)
      .where('api_tokens.id', '=', id)
      .$if(ownerId !== undefined, (query) => query.where('admin_id', '=', ownerId ?? 0))
      .execute();
    if (revoked.length === 0) throw new NotFoundError('There is no such API token.');
    await recordRevoked(tx, actor, revoked);
  });

/** Revokes all tokens of an account that is deleted, deactivated, reset or given another role. */
export const revokeTokensOf = async (tx: Tx, actor: Actor, adminId: number): Promise<void> => {
  const revoked = await deleteTokens(tx).where('api_tokens.admin_id', '=', adminId).execute();
  await recordRevoked(tx, actor, revoked);
};

export interface UsedToken {
  id: number;
  name: string;
  scopes: TokenScope[];
  /** It may only add drafts and change those. */
  draftsOnly: boolean;
  /** The partner of all its posts. */
  partnerId: number | null;
}

export type TokenSession = Session & { token: UsedToken };

/** Precision of `last_used_at`, so that not every request causes a write. */
const lastUsedSeconds = 60;

const markUsed = async (db: Db, id: number) => {
  await db.updateTable('api_tokens').set({ last_used_at: sql<Date>`now()` }).where('id', '=', id).execute();
};

/** Returns undefined if the token doesn't exist or has expired, or if its owner is deactivated. */
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
  if (row.isStale) await markUsed(db, row.id);
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
