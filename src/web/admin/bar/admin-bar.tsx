import { Link, NavLink, useNavigate } from 'react-router';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { prefetchModules } from '../../load-before-navigating.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { forgetAdmin, forgetReturnUrl, useAdmin } from '../kit/session/admin-session.ts';
import { barScreens, screenUrl } from '../screens.ts';
import { MoreMenu } from './more-menu.tsx';

const link =
  'inline-flex h-9 items-center rounded-full px-3 text-sm transition-colors hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:text-accent max-md:hidden';

export function AdminBar() {
  const { settings } = useSite();
  const admin = useAdmin();
  const navigate = useNavigate();

  const logOut = () => {
    // Sign out here even if the call fails: the session then expires on the server.
    adminClient.adminLogout().catch((error: unknown) => console.warn(error));
    forgetAdmin();
    forgetReturnUrl();
    navigate('/admin');
  };

  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg/90 backdrop-blur-lg">
      <div className="wrap flex h-[62px] items-center gap-2 sm:gap-3">
        <Link to="/admin/dashboard" className="logo rounded-sm" aria-label={`${settings.siteName} back-office`}>
          {settings.siteName}
        </Link>
        <nav aria-label="Back-office" className="flex items-center gap-0.5 md:ml-3">
          {barScreens.map((screen) => (
            <NavLink
              key={screen.path}
              to={screenUrl(screen)}
              onPointerEnter={() => prefetchModules(screenUrl(screen))}
              onFocus={() => prefetchModules(screenUrl(screen))}
              className={link}
            >
              {screen.label}
            </NavLink>
          ))}
          <MoreMenu />
        </nav>
        <span className="ml-auto min-w-0 truncate text-[13px] text-muted max-sm:hidden" title={admin?.email}>
          {admin?.email}
        </span>
        <span className="max-sm:ml-auto">
          <ThemeToggle />
        </span>
        <button type="button" className="btn btn-quiet h-9 px-3.5 text-sm" onClick={logOut}>
          Logout
        </button>
      </div>
    </header>
  );
}
