import { type ReactNode, useEffect, useRef } from 'react';
import { type MiddlewareFunction, Outlet, redirect, useLocation, useNavigate } from 'react-router';
import { type Role, roleRefusal } from '#contract/values/accounts.ts';
import { ProgressBar, useDestination } from '../components/progress-bar.tsx';
import { useLostFocus } from './kit/focus.ts';
import { LeaveGuard } from './kit/forms/unsaved-guard.ts';
import { ErrorPanel, ScreenHead } from './kit/screen-parts.tsx';
import { adminClient } from './kit/session/admin-client.ts';
import {
  accountUrl,
  isConfinedToAccount,
  isSignedIn,
  readAdmin,
  reloadScreen,
  rememberReturnUrl,
  useAdmin,
  useSignedIn,
} from './kit/session/admin-session.ts';
import { AdminHeader } from './navigation/admin-header.tsx';
import { BulkProgress } from './navigation/bulk-progress.tsx';
import { OverdueBanner } from './navigation/overdue-banner.tsx';
import { PaletteHost } from './navigation/palette-host.tsx';
import { useWaiting } from './navigation/use-waiting.ts';
import { loadingText, mayOpen, type Screen, screenAt } from './screens.ts';

const bars = [1, 2, 3, 4, 5, 6, 7, 8];

/** Placeholder while a screen loads, with the screen's loading text. */
function ScreenSkeleton({ path }: { path: string }) {
  return (
    <div className="animate-[appear_.2s]">
      <p role="status" className="flex items-center gap-3 text-muted">
        <span
          aria-hidden="true"
          className="size-5 animate-spin rounded-full border-2 border-line-strong border-t-accent"
        />
        {loadingText(path)}
      </p>
      <div aria-hidden="true" className="mt-5">
        <div className="pulse h-8 w-56" />
        <div className="mt-6 grid gap-2.5">
          {bars.map((bar) => (
            <div key={bar} className="pulse h-14" />
          ))}
        </div>
      </div>
    </div>
  );
}

const mustGoToAccount = (pathname: string) => isConfinedToAccount(readAdmin()) && pathname !== accountUrl;

let checkedScreen: string | undefined;

/**
 * Calls the API once per screen to notice that the session has ended or that a second factor has become required. Some
 * screens only load public data, and wouldn't notice.
 */
const checkSession = async (pathname: string) => {
  const isNew = pathname !== checkedScreen;
  checkedScreen = pathname;
  // The account screen's own calls notice it, and some admins may make no others.
  if (!isNew || pathname === accountUrl) return;
  // Other failures also affect the screen's own calls, which report them.
  await adminClient.whoAmI().catch(() => undefined);
};

/**
 * Redirects to the login, or to the account screen if the password has to be changed or a second factor added. Runs
 * before all loaders, so that nothing is requested without a session, and checks again after them.
 */
const guard: MiddlewareFunction = async ({ request }, next) => {
  const url = new URL(request.url);
  if (!isSignedIn()) {
    rememberReturnUrl(url);
    throw redirect('/admin');
  }
  if (mustGoToAccount(url.pathname)) throw redirect(accountUrl);
  const [data] = await Promise.all([next(), checkSession(url.pathname)]);
  if (mustGoToAccount(url.pathname)) throw redirect(accountUrl);
  return data;
};

export const clientMiddleware = [guard];

function Shell({ children }: { children: ReactNode }) {
  const waiting = useWaiting();
  return (
    <div
      id="office"
      className="min-[1100px]:grid min-[1100px]:grid-cols-[244px_minmax(0,1fr)] min-[1100px]:items-start"
    >
      <a href="#main" className="btn btn-primary fixed top-2 left-2 z-40 -translate-y-20 focus:translate-y-0">
        Skip to content
      </a>
      <AdminHeader waiting={waiting} />
      <main id="main" tabIndex={-1} className="wrap min-h-[80svh] pt-7 pb-28 md:pb-16 outline-none">
        <OverdueBanner waiting={waiting} />
        {children}
      </main>
    </div>
  );
}

export function HydrateFallback() {
  const { pathname } = useLocation();
  return (
    <Shell>
      <ScreenSkeleton path={pathname} />
    </Shell>
  );
}

/** In place of a screen that the role of the admin is not for. */
function ClosedScreen({ screen: { label, section = 'admin' }, role }: { screen: Screen; role: Role }) {
  return (
    <>
      <ScreenHead title={label} />
      <ErrorPanel message={roleRefusal(role, section)} canRetry={false} />
    </>
  );
}

export default function AdminLayout() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const destination = useDestination();
  const signedIn = useSignedIn();
  const admin = useAdmin();
  const needsAccount = isConfinedToAccount(admin) && pathname !== accountUrl;
  useLostFocus();
  const screen = screenAt(pathname);
  // Screens for main admins say themselves what others may see of them.
  const isClosed =
    screen !== undefined && screen.section !== 'main_admin' && admin !== null && !mayOpen(screen, admin.role);
  const opensOtherScreen = destination !== undefined && destination !== pathname;

  useEffect(() => {
    if (signedIn === false) navigate('/admin', { replace: true });
    else if (needsAccount) navigate(accountUrl, { replace: true });
  }, [signedIn, needsAccount, navigate]);

  // The screen and its input belong to the admin who opened it: reload it if another admin signs in.
  const owner = useRef<string>(undefined);
  useEffect(() => {
    owner.current ??= admin?._id;
    if (admin && admin._id !== owner.current) reloadScreen();
  }, [admin]);

  // Focus the content of a new screen, but keep the focus on searches and other pages of the same screen.
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <Shell>
      <PaletteHost />
      <LeaveGuard />
      <ProgressBar busy={destination !== undefined} />
      {opensOtherScreen && <ScreenSkeleton path={destination} />}
      <div hidden={opensOtherScreen} aria-busy={destination !== undefined}>
        {isClosed ? <ClosedScreen screen={screen} role={admin.role} /> : <Outlet />}
      </div>
      <BulkProgress />
    </Shell>
  );
}
