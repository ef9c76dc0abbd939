import { ValidationError } from '#domain/errors.ts';

/** Every admin sees URLs, and so does the audit log; logins are sealed. */
export const assertNoPassword = (url: string | null): void => {
  if (url === null || !URL.canParse(url)) return;
  const { username, password } = new URL(url);
  if (username === '' && password === '') return;
  const message = 'Leave the user name and the password out of the URL, and enter them as the login of the source.';
  throw new ValidationError(message, { url: message });
};
