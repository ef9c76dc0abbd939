import { sql } from 'kysely';
import type { TokenScope } from '#contract/values/token-scopes.ts';
import type { Db } from '#db/database.ts';
import { hashOfToken } from '#domain/secrets/token.ts';
import { adminMustAddSecondFactor } from './second-factor.ts';
import type { Session } from './sessions.ts';

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
