import { sql } from 'kysely';
import { isUsername, type OrdinaryRole, type Role } from '#contract/values/accounts.ts';
import {
  invalidEmail,
  invalidUsername,
  invisibleCharacter,
  lookAlikeEmail,
  mixedAlphabets,
  reservedUsername,
} from '#contract/values/fields.ts';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { hasInvisible, isEmail } from '#contract/values/text.ts';
import { type Db, inTransaction, type Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { type Actor, commandLine, recordChange, somebody, system } from '#domain/audit-log.ts';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { announceMainAdmin, announceNewAdmin, notifyOwner, type Requester } from './account-notices.ts';
import { revokeTokensOf } from './api-tokens.ts';
import { forgetDevices } from './devices.ts';
import { hashNewPassword, randomPassword } from './passwords.ts';
import { adminHasSecondFactor, adminMustAddSecondFactor } from './second-factor.ts';
import { endAllSessions } from './sessions.ts';

/** Scripts with letters that look like letters of another script. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Georgian', 'Hebrew', 'Arabic'];

const mixtures = scripts.map((script) => ({
  some: new RegExp(`\\p{Script=${script}}`, 'u'),
  other: new RegExp(`[^\\P{L}\\p{Script_Extensions=${script}}]`, 'u'),
}));

/** True if a word has letters of two scripts, such as 'аdmin' with a Cyrillic first letter. */
export const mixesScripts = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/[ ._+@-]/)
    .some((word) => mixtures.some(({ some, other }) => some.test(word) && other.test(word)));

/** True if an email has full-width or otherwise non-NFKC characters, or mixes scripts between two dots. */
const hasLookAlikes = (email: string): boolean => email !== email.normalize('NFKC') || mixesScripts(email);

/** Maps letters to similar Latin ones. Capitals are folded before lower-casing: a capital В looks like B, but a small в not like b. */
const lookAlikes = (letters: string, latin: string) => {
  const latinOf = new Map([...letters].map((letter, at) => [letter, latin[at] ?? letter]));
  return (text: string) => Array.from(text, (letter) => latinOf.get(letter) ?? letter).join('');
};
const foldCapitals = lookAlikes('АВЕЅІЈКМНОРСТУХԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXGQWABEZHIKMNOPTYX');
const foldSmall = lookAlikes('аԁеһіјкӏорԛсѕтѵԝхуαγηικνορτυχωςϳıɑɡɩ', 'adehijklopqcstvwxyaynikvoptuxwcjiagi');

/** Returns the same skeleton for confusable names (see Unicode UTS 39; covers three alphabets). */
export const nameSkeleton = (name: string): string =>
  foldSmall(foldCapitals(name.normalize('NFKC')).toLowerCase()).normalize('NFKC');

/** Usernames that don't identify a person. The audit log's names for other actors than admins are reserved too. */
const impersonalNames = ['Someone', 'Anybody', 'Anyone', 'Nobody', 'Unknown', 'Anonymous', 'Main admin'];

const digits: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 5: 's' };

/** Folds more than nameSkeleton(): accents, digits, I and l, rn and m, and word separators. */
const folded = (name: string) =>
  nameSkeleton(name)
    .normalize('NFKD')
    .replace(/[\p{M} ._-]/gu, '')
    .replace(/[0135]/g, (digit) => digits[digit] ?? digit)
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm');

const reserved = new Set([system.admin, commandLine.admin, somebody, ...impersonalNames].map(folded));

/** True for names that a reader of the audit log could take for the site itself, or for nobody in particular. */
const isReservedUsername = (username: string): boolean => reserved.has(folded(username));

export interface NewAdmin {
  username: string;
  email: string;
  password: string;
  role: Role;
  createdBy: number | null;
}

const usernameProblem = (username: string) => {
  if (hasInvisible(username)) return invisibleCharacter('username');
  if (!isUsername(username)) return invalidUsername;
  if (mixesScripts(username)) return mixedAlphabets;
  return isReservedUsername(username) ? reservedUsername : undefined;
};

const emailProblem = (email: string) => {
  if (hasInvisible(email)) return invisibleCharacter('email');
  if (!isEmail(email)) return invalidEmail;
  return hasLookAlikes(email) ? lookAlikeEmail : undefined;
};

const assertEmail = (email: string): void => {
  const problem = emailProblem(email);
  if (problem !== undefined) throw new ValidationError(problem, { email: problem });
};

const takenIdentity = 'An admin with this username or email already exists.';

const checkAdmin = ({ username, email }: NewAdmin) => {
  const fields = { username: usernameProblem(username), email: emailProblem(email) };
  for (const [field, problem] of Object.entries(fields))
    if (problem !== undefined) throw new ValidationError(problem, { [field]: problem });
};

/** Refuses confusable usernames, so that admins cannot be mistaken for each other in the audit log or when one is deactivated. */
const assertDistinct = async (tx: Db, username: string) => {
  // Lock, so that two similar names cannot be added concurrently.
  await sql`select pg_advisory_xact_lock(hashtext('marquee usernames'))`.execute(tx);
  const admins = await tx.selectFrom('admins').select('username').execute();
  const similar = admins.find((admin) => nameSkeleton(admin.username) === nameSkeleton(username));
  // For names that differ only in case, the unique index has its own message.
  if (similar && similar.username.toLowerCase() !== username.toLowerCase())
    throw new ConflictError(
      `This username looks like that of another admin, “${similar.username}”. Choose another one.`,
    );
};

interface StoredPassword {
  password_hash: string;
  must_change_password: boolean;
}

const insertAdmin = async (tx: Db, admin: NewAdmin, password: StoredPassword, actor: Actor): Promise<number> => {
  await assertDistinct(tx, admin.username);
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
    throw new ConflictError(takenIdentity);
  }
};

interface Creation {
  actor?: Actor;
  /** Set if somebody else chose the new admin's password. */
  mustChangePassword?: boolean;
  /** The configured name of the site. */
  siteName?: string;
}

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

/** Creates an account for somebody else, who has to change the password at the first sign-in. Emails them and the main admins. */
export const createAdminAndNotify = (
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

export interface Admin {
  id: number;
  username: string;
  email: string;
  role: Role;
  isActive: boolean;
  /** Somebody else chose the password. Until it is changed, the admin cannot do anything else. */
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
  /** The settings require a second factor. Until one is added, the admin cannot do anything else. */
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

/** For the back-office, where no new admin is a main one: `changeAdmin` gives that role. */
export const createOrdinaryAdmin = (
  db: Db,
  requester: Requester,
  { username, email, password, role }: { username: string; email: string; password: string; role: OrdinaryRole },
  site: SiteIdentity,
): Promise<Admin> =>
  db.transaction().execute(async (tx) => {
    const admin = { username, email, password, role, createdBy: requester.actor.adminId };
    return findAdmin(tx, await createAdminAndNotify(tx, admin, requester, site));
  });

/** Locks the row until the transaction ends. Refuses main admins. */
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

/** Deactivating an admin also ends their sessions and revokes their API tokens. */
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

export interface AccountChanges {
  email?: string | undefined;
  role?: Role | undefined;
}

/**
 * Serialises role changes with the same lock as the trigger that keeps at least one main admin: if two main admins demote each other
 * at once, the second is no longer allowed to.
 */
const assertStillMainAdmin = async (tx: Tx, { actor }: Requester) => {
  await sql`select pg_advisory_xact_lock(hashtext('marquee main admins'))`.execute(tx);
  const admin = actor.adminId === null ? undefined : await findAdmin(tx, actor.adminId);
  if (admin?.role !== 'main_admin' || !admin.isActive)
    throw new ForbiddenError('Only main admins can change other accounts.');
};

const store = async (tx: Tx, id: number, { email, role }: { email: string; role: Role }) => {
  try {
    await tx.updateTable('admins').set({ email, role }).where('id', '=', id).execute();
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(takenIdentity);
    throw error;
  }
};

/** For main admins: changes the email or the role of somebody else, who has to sign in again. */
export const changeAdmin = (
  db: Db,
  requester: Requester,
  id: number,
  changes: AccountChanges,
  site: SiteIdentity,
): Promise<Admin> =>
  db.transaction().execute(async (tx) => {
    await assertStillMainAdmin(tx, requester);
    await tx.selectFrom('admins').select('id').where('id', '=', id).forUpdate().execute();
    const before = await findAdmin(tx, id);
    if (id === requester.actor.adminId) throw new ForbiddenError('Another main admin has to change your account.');
    const { email = before.email, role = before.role } = changes;
    const changesEmail = email !== before.email;
    const changesRole = role !== before.role;
    if (!changesEmail && !changesRole) return before;
    if (changesEmail) {
      assertEmail(email);
      // This notice goes to the old email, the one below to the new one.
      await notifyOwner(tx, id, { kind: 'email changed', email }, requester, site);
    }
    await store(tx, id, { email, role });
    if (changesEmail) {
      await forgetDevices(tx, id);
      await notifyOwner(tx, id, { kind: 'email changed', email }, requester, site);
    }
    if (changesRole) {
      await notifyOwner(tx, id, { kind: 'role changed', role }, requester, site);
      if (role === 'main_admin') await announceMainAdmin(tx, id, requester, site);
      // Tokens have the rights of their owner, and were created for the old role.
      await revokeTokensOf(tx, requester.actor, id);
    }
    await endAllSessions(tx, id);
    const after = await findAdmin(tx, id);
    await recordChange(tx, requester.actor, {
      action: 'update',
      entity: 'admin',
      entityId: id,
      before: { username: before.username, email: before.email, role: before.role },
      after: { username: after.username, email: after.email, role: after.role },
    });
    return after;
  });

export interface FirstAdmin {
  email: string;
  password: string;
  /** The password was generated, so it must be shown once. */
  generated: boolean;
}

/** Creates the first main admin if there is none. Locks, because several processes may start at once. */
export const ensureMainAdmin = (
  db: Db,
  given: { email: string; password: string } | undefined,
  siteName: string,
): Promise<FirstAdmin | undefined> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('marquee first admin'))`.execute(tx);
    const existing = await tx.selectFrom('admins').select('id').where('role', '=', 'main_admin').executeTakeFirst();
    if (existing) return undefined;
    const { email, password } = given ?? { email: 'admin@example.com', password: randomPassword() };
    const admin = { username: 'admin', email, password, role: 'main_admin' as const, createdBy: null };
    await createAdmin(tx, admin, { siteName });
    return { email, password, generated: given === undefined };
  });
