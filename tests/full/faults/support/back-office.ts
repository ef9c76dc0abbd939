import { admin } from './fault-site.ts';

export interface Post {
  _id: string;
  titel: string;
  tags: string[];
}

export interface Answer<T> {
  /** 0 without an answer. */
  status: number;
  body: T;
}

/** Calls the API as the main admin. */
export type Caller = <T>(method: string, path: string, body?: object) => Promise<Answer<T>>;

const call = async <T>(url: string, method: string, cookie: string, body?: object): Promise<Answer<T>> => {
  try {
    const response = await fetch(url, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(30_000),
    });
    return { status: response.status, body: (await response.json()) as T };
  } catch {
    return { status: 0, body: {} as T };
  }
};

export const signIn = async (siteUrl: string): Promise<Caller> => {
  const response = await fetch(`${siteUrl}/api/adminlogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  if (response.status !== 200) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`);
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  return (method, path, body) => call(`${siteUrl}/api${path}`, method, cookie, body);
};

export const postBody = (title: string) => ({
  imageUrl: 'https://example.com/harbour.jpg',
  titel: title,
  link: `https://example.com/${title}`,
  Category: 'english',
  tags: [`tag-${title}`],
});

/** Adds a post that has to be there from now on. */
export const addPost = async (api: Caller, title: string): Promise<Post> => {
  const { status, body } = await api<{ post: Post }>('POST', '/postdata', postBody(title));
  if (status !== 200) throw new Error(`Adding a post answered ${status}: ${JSON.stringify(body)}`);
  return body.post;
};
