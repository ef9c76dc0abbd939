import { callerOf, type SignedInAdmin } from './sign-in.ts';
import type { TestSite } from './site.ts';

/** Calls the API with a token. */
export const callerWithToken =
  ({ app }: Pick<TestSite, 'app'>, token: string) =>
  (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, headers: Record<string, string> = {}) =>
    app.inject({
      method,
      url: `/api${path}`,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(payload === undefined ? {} : { payload }),
    });

/** Makes a token as an admin does, and returns it with its id. */
export const makeToken = async (site: TestSite, { cookie }: Pick<SignedInAdmin, 'cookie'>, body: object) => {
  const response = await callerOf(site, cookie)('POST', '/admin/me/tokens', {
    name: 'Script',
    scopes: ['read'],
    ...body,
  });
  if (response.statusCode !== 200) throw new Error(`Making a token answered ${response.statusCode}: ${response.body}`);
  const { token, record } = response.json();
  return { token: token as string, id: record._id as string, call: callerWithToken(site, token) };
};
