import { useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useAdmin } from '../kit/session/admin-session.ts';
import { barScreens, moreScreens, screenUrl } from '../screens.ts';

const item =
  'flex min-h-10 items-center rounded-[10px] px-3.5 text-sm outline-none hover:bg-raised focus-visible:bg-raised aria-[current]:text-accent';
const gap = 8;

/** The screens that the bar does not link; on small screens, all of them. Uses the native popover. */
export function MoreMenu() {
  const admin = useAdmin();
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const more = moreScreens.filter(({ mainAdminOnly }) => !mainAdminOnly || admin?.role === 'main_admin');
  const placeBelowButton = () => {
    const { left = 0, bottom = 0 } = button.current?.getBoundingClientRect() ?? {};
    menu.current?.style.setProperty('left', `${left}px`);
    menu.current?.style.setProperty('top', `${bottom + gap}px`);
  };
  const entry = (to: string, label: string, className = '') => (
    <li key={to} className={className}>
      <Link
        to={to}
        aria-current={to === pathname ? 'page' : undefined}
        className={item}
        onClick={() => menu.current?.hidePopover()}
      >
        {label}
      </Link>
    </li>
  );
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget="more-screens"
        className="inline-flex h-9 items-center gap-1.5 rounded-full px-3 text-sm transition-colors hover:bg-raised has-[+:popover-open]:bg-raised"
      >
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
      </button>
      <div
        ref={menu}
        id="more-screens"
        popover="auto"
        onBeforeToggle={placeBelowButton}
        className="fixed inset-auto m-0 max-h-[calc(100svh-80px)] min-w-52 overflow-y-auto rounded-2xl border border-line bg-surface p-1.5 text-text shadow-pop"
      >
        <ul aria-label="More screens">
          {barScreens.map((screen) => entry(screenUrl(screen), screen.label, 'md:hidden'))}
          {more.map((screen) => entry(screenUrl(screen), screen.label))}
          {entry('/', 'View site')}
        </ul>
        {admin && (
          <p className="border-t border-line px-3.5 pt-2.5 pb-1.5 text-[13px] break-all text-muted">{admin.email}</p>
        )}
      </div>
    </>
  );
}
