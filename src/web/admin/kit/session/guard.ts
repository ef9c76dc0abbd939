import { type MiddlewareFunction, redirect } from 'react-router';
import { adminClient } from './admin-client.ts';
import { accountUrl, isConfinedToAccount, isSignedIn, readAdmin, rememberReturnUrl } from './admin-session.ts';

const isMisplaced = (pathname: string) => isConfinedToAccount(readAdmin()) && pathname !== accountUrl;

let checkedScreen: string | undefined;

/**
 * Lets the client notice that the session has ended or that a second factor is required from now on. Not every screen
 * would: some load only what anyone may read. Once per screen, not for each page or search of a list.
 */
const checkSession = async (pathname: string) => {
  const isNew = pathname !== checkedScreen;
  checkedScreen = pathname;
  // The account screen's own calls tell, and are all that some admins may make.
  if (!isNew || pathname === accountUrl) return;
  // Other failures are reported by the screen, which has the same ones.
  await adminClient.whoAmI().catch(() => undefined);
};

/**
 * Redirects to the login, or to the account screen if a password has to be changed or a second factor to be added. Runs
 * before any loader, so that no data is requested without being signed in, and looks again when the loaders are done.
 */
export const guard: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url);
  if (!isSignedIn()) {
    rememberReturnUrl(url);
    throw redirect('/admin');
  }
  if (isMisplaced(url.pathname)) throw redirect(accountUrl);
  const [data] = await Promise.all([next(), checkSession(url.pathname)]);
  if (isMisplaced(url.pathname)) throw redirect(accountUrl);
  return data;
};
