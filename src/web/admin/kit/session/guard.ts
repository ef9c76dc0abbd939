import { type MiddlewareFunction, redirect } from 'react-router';
import { isSignedIn, rememberReturnUrl } from './admin-session.ts';

/** Runs before any loader: without the flag, nothing of a guarded screen is requested. */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  if (!isSignedIn()) {
    rememberReturnUrl(new URL(request.url));
    throw redirect('/admin');
  }
  return next();
};
