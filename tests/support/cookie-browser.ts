import type { TestSite } from './site.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the API like a browser: keeps the cookies that responses set. */
export const openCookieBrowser = (
  { app }: Pick<TestSite, 'app'>,
  { ip = '203.0.113.7', cookie = '' }: { ip?: string; cookie?: string } = {},
) => {
  const cookies = new Map<string, string>();
  const [name, value] = cookie.split('=');
  if (name && value) cookies.set(name, value);
  const call = async (method: Method, path: string, payload?: object) => {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      remoteAddress: ip,
      cookies: Object.fromEntries(cookies),
      ...(payload === undefined ? {} : { payload }),
    });
    for (const set of response.cookies)
      if (set.value === '') cookies.delete(set.name);
      else cookies.set(set.name, set.value);
    return response;
  };
  return { call, cookies };
};

export type CookieBrowser = ReturnType<typeof openCookieBrowser>;
