import { type MiddlewareFunction, redirect } from 'react-router';
import { isSignedIn, rememberReturnUrl } from './admin-session.ts';

/** Redirects to the login. Runs before any loader, so that no data is requested without being signed in. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  if (!isSignedIn()) {
    rememberReturnUrl(new URL(request.url));
    throw redirect('/admin');
  }
  return next();
};
