import { Menu } from '@base-ui/react/menu';
import { Link, useLocation } from 'react-router';
import { barScreens, menuScreens } from '../screens.ts';
import { useAdmin } from '../session/admin-session.ts';

const item =
  'flex min-h-10 cursor-pointer items-center rounded-[10px] px-3.5 text-sm outline-none data-highlighted:bg-raised aria-[current]:text-accent';

/** Everything that the bar has no room for; on small screens, everything. */
export function MoreMenu() {
  const admin = useAdmin();
  const { pathname } = useLocation();
  const more = menuScreens.filter(({ mainAdminOnly }) => !mainAdminOnly || admin?.role === 'main_admin');
  const entry = (to: string, label: string, className = '') => (
    <Menu.LinkItem
      key={to}
      render={<Link to={to} aria-current={to === pathname ? 'page' : undefined} />}
      closeOnClick
      className={`${item} ${className}`}
    >
      {label}
    </Menu.LinkItem>
  );
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="inline-flex h-9 items-center gap-1.5 rounded-full px-3 text-sm transition-colors hover:bg-raised data-popup-open:bg-raised">
        <span className="md:hidden">Menu</span>
        <span className="max-md:hidden">More</span>
        <svg
          width="10"
          height="6"
          viewBox="0 0 10 6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.7"
          aria-hidden="true"
        >
          <path d="m1 1 4 4 4-4" />
        </svg>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={8} align="start" className="z-30 outline-none">
          <Menu.Popup className="max-h-[calc(100svh-80px)] min-w-52 overflow-y-auto rounded-2xl border border-line bg-surface p-1.5 text-text shadow-pop outline-none">
            {barScreens.map(({ to, label }) => entry(to, label, 'md:hidden'))}
            {more.map(({ to, label }) => entry(to, label))}
            {entry('/', 'View site')}
            {admin && (
              <p className="border-t border-line px-3.5 pt-2.5 pb-1.5 text-[13px] break-all text-muted">
                {admin.email}
              </p>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
