import { ValidationError } from '#domain/errors.ts';

/** Replaced by the secret in the URL of a feed. */
export const secretPlaceholder = '{secret}';

/** Stands for the secret while a URL is parsed, because parsing escapes braces. */
const marker = 'marqueesecret';

const parsed = (url: string, secret: string) => new URL(url.replaceAll(secretPlaceholder, secret));

/**
 * Where the login of a feed is sent: the origin of its URL, and the place of the secret in it. The path may change if the secret is
 * a parameter or a header. Another parameter may be one that the server repeats, or to which it redirects.
 */
export const loginTarget = (url: string): string => {
  const { origin, pathname, searchParams } = parsed(url, marker);
  const parameters = [...searchParams].map((pair) => pair.join('=')).filter((pair) => pair.includes(marker));
  return [origin, pathname.includes(marker) ? pathname : '', ...parameters].join('\n');
};

export const isSameLoginTarget = (url: string | null, other: string | null): boolean =>
  url === other || (url !== null && other !== null && loginTarget(url) === loginTarget(other));

/** Throws if a URL has a login of its own, which all admins and the audit log would show, or its secret in the host. */
export const assertFeedUrl = (url: string | null): void => {
  if (url === null || !URL.canParse(url)) return;
  const refuse = (message: string) => new ValidationError(message, { url: message });
  const { username, password } = new URL(url);
  if (username !== '' || password !== '')
    throw refuse('Remove the user name and password from the URL, and enter them as the login of the source.');
  // A host is looked up by name, which tells the secret to whoever answers for it.
  if (parsed(url, 'a').origin !== parsed(url, 'b').origin)
    throw refuse(`Put ${secretPlaceholder} into the path or a parameter of the URL, not into the host name.`);
};
