import { sql } from 'kysely';
import type { Role } from '#contract/values/roles.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { ForbiddenError, NotFoundError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import type { Requester } from './account-notices.ts';
import { revokeTokensOf } from './api-tokens.ts';
import { createAdminForSomebodyElse } from './create-admin.ts';
import { adminHasSecondFactor, adminMustAddSecondFactor } from './second-factor.ts';
import { endAllSessions } from './sessions.ts';

/** An admin as the API returns it: without the password hash. */
export interface Admin {
  id: number;
  username: string;
  email: string;
  role: Role;
  isActive: boolean;
  /** Whether somebody else chose the password: until it is changed, nothing else can be done. */
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  /** Whether the settings require a second factor: until it is added, nothing else can be done. */
  mustAddSecondFactor: boolean;
  createdBy: { username: string; email: string } | null;
  createdAt: Date;
  lastLoginAt: Date | null;
}

const selectAdmins = (db: Db) =>
  db
    .selectFrom('admins as a')
    .leftJoin('admins as c', 'c.id', 'a.created_by')
    .select([
      'a.id',
      'a.username',
      'a.email',
      'a.role',
      'a.is_active',
      'a.must_change_password',
      'a.created_at',
      'a.last_login_at',
    ])
    .select([adminHasSecondFactor.as('hasSecondFactor'), adminMustAddSecondFactor.as('mustAddSecondFactor')])
    .select(['c.username as creator', 'c.email as creatorEmail']);

type Row = Awaited<ReturnType<ReturnType<typeof selectAdmins>['executeTakeFirstOrThrow']>>;

const toAdmin = (row: Row): Admin => ({
  id: row.id,
  username: row.username,
  email: row.email,
  role: row.role,
  isActive: row.is_active,
  mustChangePassword: row.must_change_password,
  hasSecondFactor: row.hasSecondFactor,
  mustAddSecondFactor: row.mustAddSecondFactor,
  createdBy:
    row.creator !== null && row.creatorEmail !== null ? { username: row.creator, email: row.creatorEmail } : null,
  createdAt: row.created_at,
  lastLoginAt: row.last_login_at,
});

export const allAdmins = async (db: Db): Promise<Admin[]> =>
  (await selectAdmins(db).orderBy('a.created_at').orderBy('a.id').execute()).map(toAdmin);

export const findAdmin = async (db: Db, id: number): Promise<Admin> => {
  const row = await selectAdmins(db).where('a.id', '=', id).executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such admin.');
  return toAdmin(row);
};

/** `identifier` is an email or a username. */
export const findAdminByIdentifier = (db: Db, identifier: string) =>
  db
    .selectFrom('admins')
    .selectAll()
    .where(sql`lower(${sql.ref(identifier.includes('@') ? 'email' : 'username')})`, '=', identifier.toLowerCase())
    .executeTakeFirst();

/** For the back-office; main admins are created on the command line. */
export const createOrdinaryAdmin = (
  db: Db,
  requester: Requester,
  { username, email, password }: { username: string; email: string; password: string },
  site: SiteIdentity,
): Promise<Admin> =>
  db.transaction().execute(async (tx) => {
    const admin = { username, email, password, role: 'admin' as const, createdBy: requester.actor.adminId };
    return findAdmin(tx, await createAdminForSomebodyElse(tx, admin, requester, site));
  });

/** Locks the row until the transaction ends. Main admins can only be changed on the command line. */
const lockOrdinaryAdmin = async (tx: Tx, id: number): Promise<Admin> => {
  await tx.selectFrom('admins').select('id').where('id', '=', id).forUpdate().execute();
  const admin = await findAdmin(tx, id);
  if (admin.role === 'main_admin') throw new ForbiddenError('Main admins cannot be deactivated or deleted.');
  return admin;
};

export const deleteAdmin = (db: Db, actor: Actor, id: number): Promise<Admin> =>
  db.transaction().execute(async (tx) => {
    const before = await lockOrdinaryAdmin(tx, id);
    await revokeTokensOf(tx, actor, id);
    await tx.deleteFrom('admins').where('id', '=', id).execute();
    await recordChange(tx, actor, { action: 'delete', entity: 'admin', entityId: id, before });
    return before;
  });

/** Deactivating an admin also ends its sessions and revokes its API tokens. */
export const toggleAdmin = (db: Db, actor: Actor, id: number): Promise<Admin> =>
  db.transaction().execute(async (tx) => {
    const before = await lockOrdinaryAdmin(tx, id);
    await tx.updateTable('admins').set({ is_active: !before.isActive }).where('id', '=', id).execute();
    if (before.isActive) {
      await endAllSessions(tx, id);
      await revokeTokensOf(tx, actor, id);
    }
    const after = await findAdmin(tx, id);
    const action = after.isActive ? 'activate' : 'deactivate';
    await recordChange(tx, actor, { action, entity: 'admin', entityId: id, before, after });
    return after;
  });
