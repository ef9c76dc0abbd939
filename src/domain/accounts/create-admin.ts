import { sql } from 'kysely';
import { defaultSettings } from '#contract/values/default-settings.ts';
import { isEmail } from '#contract/values/email.ts';
import { hasInvisible } from '#contract/values/invisible.ts';
import type { Role } from '#contract/values/roles.ts';
import {
  invalidEmail,
  invalidUsername,
  invisibleCharacter,
  lookAlikeEmail,
  mixedAlphabets,
  reservedUsername,
} from '#contract/values/sentences.ts';
import { isUsername } from '#contract/values/username.ts';
import type { Db } from '#db/database.ts';
import { inTransaction } from '#db/in-transaction.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { type Actor, recordChange, system } from '#domain/audit/record-change.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import type { SiteIdentity } from '#domain/settings/site-identity.ts';
import { announceNewAdmin, type Requester } from './account-notices.ts';
import { hasLookAlikes, mixesScripts, nameSkeleton } from './look-alikes.ts';
import { hashNewPassword } from './new-password.ts';
import { isReservedUsername } from './reserved-usernames.ts';

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

export const assertEmail = (email: string): void => {
  const problem = emailProblem(email);
  if (problem !== undefined) throw new ValidationError(problem, { email: problem });
};

/** Which of both is taken stays untold. */
export const takenIdentity = 'An admin with this username or email already exists.';

const checkAdmin = ({ username, email }: NewAdmin) => {
  const fields = { username: usernameProblem(username), email: emailProblem(email) };
  for (const [field, problem] of Object.entries(fields))
    if (problem !== undefined) throw new ValidationError(problem, { [field]: problem });
};

/** Two admins must not be mistaken for each other: in the audit log, or when one is deactivated. */
const assertDistinct = async (tx: Db, username: string) => {
  // So that nobody else adds a similar name meanwhile.
  await sql`select pg_advisory_xact_lock(hashtext('marquee usernames'))`.execute(tx);
  const admins = await tx.selectFrom('admins').select('username').execute();
  const similar = admins.find((admin) => nameSkeleton(admin.username) === nameSkeleton(username));
  // The unique index has its own sentence for the same name in other cases.
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
  /** For a password that somebody else than the new admin chose. */
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
