import { Link } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { OpenModalButton } from '../../components/modal.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { AccountLinks } from './account-links.tsx';
import { Drawer, drawerId } from './drawer.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { ScreenLinks } from './screen-links.tsx';
import { useLogOut } from './use-log-out.ts';
import type { Waiting } from './use-waiting.ts';

const barStyle = 'flex h-[62px] items-center gap-2 px-(--gutter) min-[1100px]:hidden';
const sidebarStyle = 'hidden min-h-full flex-col gap-4 px-3 pb-4 min-[1100px]:flex';

/** A sidebar from 1100 px on; below that, a bar that opens the same links in a drawer. */
export function AdminHeader({ waiting }: { waiting: Waiting }) {
  const { settings } = useSite();
  const logOut = useLogOut();

  const logo = (
    <Link to="/admin/dashboard" className="logo mr-auto rounded-sm" aria-label={`${settings.siteName} back-office`}>
      {settings.siteName}
    </Link>
  );
  const logoutButton = (
    <button type="button" className="btn btn-quiet h-9 px-3.5 text-sm max-md:h-10" onClick={logOut}>
      Logout
    </button>
  );

  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line bg-bg/90 backdrop-blur-lg min-[1100px]:h-svh min-[1100px]:overflow-y-auto min-[1100px]:overscroll-contain min-[1100px]:border-r min-[1100px]:border-b-0 min-[1100px]:bg-surface min-[1100px]:backdrop-blur-none">
        <div className={barStyle}>
          <OpenModalButton modal={drawerId} className="icon-button -ml-2.5" aria-label="Menu">
            <Icon name="menu" />
          </OpenModalButton>
          {logo}
          <PaletteButton />
          <ThemeToggle />
          {logoutButton}
        </div>
        <div className={sidebarStyle}>
          <div className="flex h-[62px] shrink-0 items-center gap-2 pl-3">
            {logo}
            <ThemeToggle />
          </div>
          <PaletteButton wide />
          <ScreenLinks waiting={waiting} />
          <div className="mt-auto grid gap-3">
            <AccountLinks />
            <div className="grid px-3">{logoutButton}</div>
          </div>
        </div>
      </header>
      <Drawer waiting={waiting} />
    </>
  );
}
