import { type MiddlewareFunction, redirect } from 'react-router';
import { accountUrl, isConfinedToAccount, isSignedIn, readAdmin, rememberReturnUrl } from './admin-session.ts';

/**
 * Redirects to the login, or to the account screen if a password has to be changed or a second factor to be added. Runs
 * before any loader, so that no data is requested without being signed in.
 */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  if (!isSignedIn()) {
    rememberReturnUrl(new URL(request.url));
    throw redirect('/admin');
  }
  if (isConfinedToAccount(readAdmin()) && new URL(request.url).pathname !== accountUrl) throw redirect(accountUrl);
  return next();
};
