import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Role } from '#contract/values/accounts.ts';
import { recordChange, system } from '#domain/audit-log.ts';
import type { TestSite } from './site.ts';

export interface SignedInAdmin {
  id: number;
  username: string;
  email: string;
  password: string;
  cookie: string;
}

/** The session cookie that a response sets, as a Cookie header. */
export const cookieOf = (headers: { 'set-cookie'?: string | string[] | undefined }) =>
  [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';

export const signIn = async ({ app }: Pick<TestSite, 'app'>, email: string, password: string) => {
  const response = await app.inject({ method: 'POST', url: '/api/adminlogin', payload: { email, password } });
  return { response, cookie: cookieOf(response.headers) };
};

/**
 * Verified in a two-hundredth of the usual time: a hash says itself how dear it is. What the site's own hashes cost is proved in
 * tests/unit/accounts/passwords.test.ts.
 */
export const hashCheaply = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Adds an account with a cheap password. */
export const addAdmin = async (
  { database: { db } }: Pick<TestSite, 'database'>,
  { password, ...admin }: { username: string; email: string; password: string; role: Role },
): Promise<number> => {
  const row = { ...admin, password_hash: await hashCheaply(password), created_by: null };
  const { id } = await db.insertInto('admins').values(row).returning('id').executeTakeFirstOrThrow();
  await recordChange(db, system, { action: 'create', entity: 'admin', entityId: id, after: admin });
  return id;
};

/** Creates an admin and signs in. */
export const createSignedInAdmin = async (site: TestSite, role: Role): Promise<SignedInAdmin> => {
  const username = `t-${randomBytes(5).toString('hex')}`;
  const email = `${username}@example.com`;
  const password = `password of ${username}`;
  const id = await addAdmin(site, { username, email, password, role });
  const { response, cookie } = await signIn(site, email, password);
  if (response.statusCode !== 200) throw new Error(`Signing in answered ${response.statusCode}: ${response.body}`);
  return { id, username, email, password, cookie };
};

/** Calls the API with a session cookie, or as a visitor without one. */
export const callerOf =
  ({ app }: Pick<TestSite, 'app'>, cookie = '') =>
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    app.inject({
      method,
      url: `/api${path}`,
      ...(cookie ? { headers: { cookie } } : {}),
      ...(payload === undefined ? {} : { payload }),
    });
