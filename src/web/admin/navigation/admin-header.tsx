import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { CloseModalButton, closeModal, Modal, OpenModalButton } from '../../components/modal.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { prefetchModules } from '../../load-before-navigating.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { type Badge, currentMark, type Screen, screenGroups, screensOf, screenUrl } from '../screens.ts';
import { openPalette } from './open-palette.ts';
import { useLogOut } from './use-log-out.ts';
import type { Waiting } from './use-waiting.ts';

/** The signed-in admin and a link to the public site, below the screens. */
function AccountLinks() {
  const admin = useAdmin();
  return (
    <div className="border-t border-line pt-3 text-[13px] text-muted">
      <Link
        to="/"
        className="flex min-h-9 items-center rounded-[9px] px-3 hover:bg-raised hover:text-text max-md:min-h-11"
      >
        View site
      </Link>
      {admin && (
        <p title={admin.email} className="truncate px-3 pt-1.5">
          {admin.email}
        </p>
      )}
    </div>
  );
}

const words: Record<Badge, (count: number) => string> = {
  submissions: (count) => plural(count, 'submission waiting', 'submissions waiting'),
  mail: (count) => plural(count, 'failed email', 'failed emails'),
  systemProblems: (count) => plural(count, 'check needs attention', 'checks need attention'),
  cases: (count) => plural(count, 'case to decide', 'cases to decide'),
  deadPosts: (count) => plural(count, 'post without a working link', 'posts without a working link'),
  imports: (count) => plural(count, 'import or feed to look at', 'imports and feeds to look at'),
  bulkChanges: (count) => plural(count, 'bulk change running', 'bulk changes running'),
};

const maxShown = 99;

/** The number of waiting items. Outside the link, so that the link's accessible name is that of the screen. */
function WaitingBadge({ id, kind, waiting }: { id: string; kind: Badge; waiting: Waiting }) {
  const count = waiting[kind];
  const isFailure = kind === 'mail' || (kind === 'systemProblems' && waiting.systemFailures > 0);
  return (
    <span
      id={id}
      className={`pointer-events-none absolute top-1/2 right-2.5 min-w-5 -translate-y-1/2 rounded-full px-1.5 text-center text-xs leading-5 font-[620] tabular-nums ${isFailure ? 'bg-danger text-bg' : 'bg-glow text-on-glow'}`}
    >
      <span aria-hidden="true">{count > maxShown ? `${maxShown}+` : count}</span>
      <span className="sr-only">{words[kind](count)}</span>
    </span>
  );
}

const linkStyle =
  'flex min-h-9 items-center rounded-[9px] px-3 py-1.5 text-sm text-muted transition-colors hover:bg-raised hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent max-[1099px]:min-h-11 max-[1099px]:text-[15px]';

interface ScreenLinksProps {
  waiting: Waiting;
  onFollow?: () => void;
}

/** Links to all screens in groups, with badges. */
function ScreenLinks({ waiting, onFollow }: ScreenLinksProps) {
  const role = useAdmin()?.role ?? 'admin';
  const { pathname } = useLocation();
  const id = useId();

  const entry = (screen: Screen) => {
    const url = screenUrl(screen);
    const badge = screen.badge && waiting[screen.badge] > 0 ? screen.badge : undefined;
    return (
      <li key={screen.path} className="relative">
        <Link
          to={url}
          aria-current={currentMark(screen, pathname)}
          aria-describedby={badge && `${id}-${badge}`}
          onPointerEnter={() => prefetchModules(url)}
          onFocus={() => prefetchModules(url)}
          onClick={onFollow}
          className={linkStyle}
        >
          {screen.label}
        </Link>
        {badge && <WaitingBadge id={`${id}-${badge}`} kind={badge} waiting={waiting} />}
      </li>
    );
  };

  return (
    <nav aria-label="Back-office" className="grid gap-4">
      {screenGroups
        .filter((group) => screensOf(group, role).length > 0)
        .map((group) => (
          <div key={group}>
            {group !== 'Overview' && (
              <p id={`${id}-${group}`} className="px-3 pb-1 text-xs font-medium text-muted">
                {group}
              </p>
            )}
            <ul
              {...(group === 'Overview' ? { 'aria-label': group } : { 'aria-labelledby': `${id}-${group}` })}
              className="grid gap-px"
            >
              {screensOf(group, role).map(entry)}
            </ul>
          </div>
        ))}
    </nav>
  );
}

const drawerId = 'screens';

const close = () => closeModal(drawerId);

/** Replaces the sidebar on small screens. */
function Drawer({ waiting }: { waiting: Waiting }) {
  return (
    <Modal
      id={drawerId}
      label="Menu"
      className="h-full max-h-none w-[300px] max-w-[86vw] translate-x-0 border-r border-line bg-surface shadow-pop transition-[translate] duration-200 ease-out starting:-translate-x-full"
    >
      <div className="sticky top-0 z-10 flex h-[62px] items-center justify-between border-b border-line bg-surface px-4">
        <span className="font-[620]">Menu</span>
        <CloseModalButton modal={drawerId} className="icon-button" aria-label="Close menu">
          <Icon name="close" />
        </CloseModalButton>
      </div>
      <div className="grid gap-4 p-3">
        <ScreenLinks waiting={waiting} onFollow={close} />
        <AccountLinks />
      </div>
    </Modal>
  );
}

/** Opens the command palette. An icon on small screens, and looks like a search field in the sidebar (`wide`). */
function PaletteButton({ wide = false }: { wide?: boolean }) {
  const open = () => openPalette('commands');
  if (!wide)
    return (
      <button type="button" className="icon-button" aria-label="Search and commands" onClick={open}>
        <Icon name="search" />
      </button>
    );
  return (
    <button
      type="button"
      aria-label="Search and commands"
      onClick={open}
      className="field flex h-10 items-center gap-2.5 rounded-full py-0 text-sm text-muted hover:text-text"
    >
      <Icon name="search" size={17} />
      Search
      <kbd className="ml-auto rounded-md border border-line px-1.5 text-xs">/</kbd>
    </button>
  );
}

const barStyle = 'flex h-[62px] items-center gap-2 px-(--gutter) min-[1100px]:hidden';
const sidebarStyle = 'hidden min-h-full flex-col gap-4 px-3 pb-4 min-[1100px]:flex';

/** A sidebar from 1100 px on; below that, a top bar that opens the same links in a drawer. */
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
