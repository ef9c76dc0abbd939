import { defaultSettings } from '#contract/values/default-settings.ts';
import { isEmail } from '#contract/values/email.ts';
import type { Role } from '#contract/values/roles.ts';
import { invalidEmail, invalidUsername } from '#contract/values/sentences.ts';
import { isUsername } from '#contract/values/username.ts';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { type Actor, recordChange, system } from '#domain/audit/record-change.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { announceNewAdmin, type Requester } from './account-notices.ts';
import { hashNewPassword } from './new-password.ts';

export interface NewAdmin {
  username: string;
  email: string;
  password: string;
  role: Role;
  createdBy: number | null;
}

const checkAdmin = ({ username, email }: NewAdmin) => {
  if (!isUsername(username)) throw new ValidationError(invalidUsername, { username: invalidUsername });
  if (!isEmail(email)) throw new ValidationError(invalidEmail, { email: invalidEmail });
};

interface StoredPassword {
  password_hash: string;
  must_change_password: boolean;
}

const insertAdmin = async (tx: Db, admin: NewAdmin, password: StoredPassword, actor: Actor): Promise<number> => {
  try {
    const { id } = await tx
      .insertInto('admins')
      .values({
        username: admin.username,
        email: admin.email,
        ...password,
        role: admin.role,
        created_by: admin.createdBy,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { username: admin.username, email: admin.email, role: admin.role };
    await recordChange(tx, actor, { action: 'create', entity: 'admin', entityId: id, after });
    return id;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError('An admin with this username or email already exists.');
  }
};

interface Creation {
  actor?: Actor;
  /** For a password that somebody else than the new admin chose. */
  mustChangePassword?: boolean;
  /** The configured name of the site. */
  siteName?: string;
}

const inTransaction = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

/** Uses the caller's transaction, or opens one. */
export const createAdmin = async (
  db: Db,
  admin: NewAdmin,
  { actor = system, mustChangePassword = false, siteName = defaultSettings.siteName }: Creation = {},
): Promise<number> => {
  checkAdmin(admin);
  const password_hash = await hashNewPassword(db, {
    password: admin.password,
    owner: admin,
    siteName,
    field: 'password',
  });
  const password = { password_hash, must_change_password: mustChangePassword };
  return inTransaction(db, (tx) => insertAdmin(tx, admin, password, actor));
};

/** The new admin has to change the password at the first sign-in. They and the main admins get a message. */
export const createAdminForSomebodyElse = (
  db: Db,
  admin: NewAdmin,
  requester: Requester,
  site: SiteIdentity,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { siteName } = site;
    const id = await createAdmin(tx, admin, { actor: requester.actor, siteName, mustChangePassword: true });
    await announceNewAdmin(tx, id, requester, site);
    return id;
  });
