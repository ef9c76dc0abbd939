import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { createAdmin } from './create-admin.ts';
import { randomPassword } from './passwords.ts';

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
