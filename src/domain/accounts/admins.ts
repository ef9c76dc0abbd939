import { sql } from 'kysely';
import { isEmail } from '#contract/values/email.ts';
import type { Role } from '#contract/values/roles.ts';
import { invalidEmail, invalidUsername } from '#contract/values/sentences.ts';
import { isUsername } from '#contract/values/username.ts';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { type Actor, recordChange, system } from '#domain/audit/record-change.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { assertPasswordLength, hashPassword, randomPassword } from './passwords.ts';
import { endAllSessions } from './sessions.ts';

export interface NewAdmin {
  username: string;
  email: string;
  password: string;
  role: Role;
  createdBy: number | null;
}

const checkAdmin = ({ username, email, password }: NewAdmin) => {
  if (!isUsername(username)) throw new ValidationError(invalidUsername, { username: invalidUsername });
  if (!isEmail(email)) throw new ValidationError(invalidEmail, { email: invalidEmail });
  assertPasswordLength(password, 'password');
};

const insertAdmin = async (tx: Db, admin: NewAdmin, password_hash: string, actor: Actor): Promise<number> => {
  try {
    const { id } = await tx
      .insertInto('admins')
      .values({
        username: admin.username,
        email: admin.email,
        password_hash,
        role: admin.role,
        created_by: admin.createdBy,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { username: admin.username, email: admin.email, role: admin.role };
    await recordChange(tx, actor, { action: 'create', entity: 'admin', entityId: id, after });
    return id;
  } catch (problem) {
    if (!isUniqueViolation(problem)) throw problem;
    throw new ConflictError('An admin with this username or email already exists.');
  }
};

/** Uses the caller's transaction, or opens one. */
export const createAdmin = async (db: Db, admin: NewAdmin, actor = system): Promise<number> => {
  checkAdmin(admin);
  const password_hash = await hashPassword(admin.password);
  const insert = (tx: Db) => insertAdmin(tx, admin, password_hash, actor);
  return db.isTransaction ? insert(db) : db.transaction().execute(insert);
};

/** `identifier` is an email or a username. */
export const findAdminByIdentifier = (db: Db, identifier: string) =>
  db
    .selectFrom('admins')
    .selectAll()
    .where(sql`lower(${sql.ref(identifier.includes('@') ? 'email' : 'username')})`, '=', identifier.toLowerCase())
    .executeTakeFirst();

/** Sets a new password and ends all sessions of the admin. */
export const resetPassword = async (db: Db, identifier: string, password: string) => {
  assertPasswordLength(password, 'password');
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const admin = await findAdminByIdentifier(tx, identifier);
    if (!admin) throw new NotFoundError(`There is no admin "${identifier}".`);
    await tx.updateTable('admins').set({ password_hash }).where('id', '=', admin.id).execute();
    await endAllSessions(tx, admin.id);
    await recordChange(tx, system, { action: 'reset_password', entity: 'admin', entityId: admin.id });
  });
};

export interface FirstAdmin {
  email: string;
  password: string;
  /** Whether the password was generated, so that it must be shown once. */
  generated: boolean;
}

/** Creates the first main admin if there is none. The lock lets several processes start at once. */
export const ensureMainAdmin = (
  db: Db,
  given: { email: string; password: string } | undefined,
): Promise<FirstAdmin | undefined> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('marquee first admin'))`.execute(tx);
    const existing = await tx.selectFrom('admins').select('id').where('role', '=', 'main_admin').executeTakeFirst();
    if (existing) return undefined;
    const { email, password } = given ?? { email: 'admin@example.com', password: randomPassword() };
    await createAdmin(tx, { username: 'admin', email, password, role: 'main_admin', createdBy: null });
    return { email, password, generated: given === undefined };
  });
