import { type MiddlewareFunction, redirect } from 'react-router';
import { isSignedIn, rememberPlace } from './admin-session.ts';

/** Nothing of a guarded screen is loaded, or shown, without the flag. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  if (!isSignedIn()) {
    rememberPlace(new URL(request.url));
    throw redirect('/admin');
  }
  return next();
};
