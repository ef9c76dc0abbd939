import { type MiddlewareFunction, redirect } from 'react-router';
import { isSignedIn, readAdmin, rememberReturnUrl } from './admin-session.ts';

const accountUrl = '/admin/account';

/** Redirects to the login, or to the change of a password that somebody else chose. Runs before any loader, so that no data is requested without being signed in. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  if (!isSignedIn()) {
    rememberReturnUrl(new URL(request.url));
    throw redirect('/admin');
  }
  if (readAdmin()?.mustChangePassword && new URL(request.url).pathname !== accountUrl) throw redirect(accountUrl);
  return next();
};
