import { type ReactNode, useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { ProgressBar } from '../components/progress-bar.tsx';
import { useDestination } from '../components/use-destination.ts';
import { BulkProgress } from './kit/bulk/progress-panel.tsx';
import { useLostFocus } from './kit/focus/use-lost-focus.ts';
import { LeaveGuard } from './kit/forms/unsaved-guard.ts';
import { ScreenSkeleton } from './kit/screen/screen-skeleton.tsx';
import { accountUrl, isConfinedToAccount, reloadScreen, useAdmin, useSignedIn } from './kit/session/admin-session.ts';
import { guard } from './kit/session/guard.ts';
import { AdminHeader } from './navigation/admin-header.tsx';
import { OverdueBanner } from './navigation/overdue-banner.tsx';
import { PaletteHost } from './navigation/palette/palette-host.tsx';
import { useWaiting } from './navigation/use-waiting.ts';

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

export default function AdminLayout() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const destination = useDestination();
  const signedIn = useSignedIn();
  const admin = useAdmin();
  const isMisplaced = isConfinedToAccount(admin) && pathname !== accountUrl;
  useLostFocus();
  const opensOtherScreen = destination !== undefined && destination !== pathname;

  useEffect(() => {
    if (signedIn === false) navigate('/admin', { replace: true });
    else if (isMisplaced) navigate(accountUrl, { replace: true });
  }, [signedIn, isMisplaced, navigate]);

  // What is on the screen, and typed into it, belongs to the admin who opened it.
  const owner = useRef<string>(undefined);
  useEffect(() => {
    owner.current ??= admin?._id;
    if (admin && admin._id !== owner.current) reloadScreen();
  }, [admin]);

  // Move the focus to the content of a new screen; a search or another page of the same screen leaves it in place.
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
        <Outlet />
      </div>
      <BulkProgress />
    </Shell>
  );
}
