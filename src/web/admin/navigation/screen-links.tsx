import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { prefetchModules } from '../../load-before-navigating.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { currentMark, type Screen, screenGroups, screensOf, screenUrl } from '../screens.ts';
import type { Waiting } from './use-waiting.ts';
import { WaitingBadge } from './waiting-badge.tsx';

const linkStyle =
  'flex min-h-9 items-center rounded-[9px] px-3 py-1.5 text-sm text-muted transition-colors hover:bg-raised hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent max-[1099px]:min-h-11 max-[1099px]:text-[15px]';

interface ScreenLinksProps {
  waiting: Waiting;
  onFollow?: () => void;
}

/** The links to all screens, in groups, with what waits beside them. */
export function ScreenLinks({ waiting, onFollow }: ScreenLinksProps) {
  const isMainAdmin = useAdmin()?.role === 'main_admin';
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
        {badge && <WaitingBadge id={`${id}-${badge}`} kind={badge} count={waiting[badge]} />}
      </li>
    );
  };

  return (
    <nav aria-label="Back-office" className="grid gap-4">
      {screenGroups.map((group) => (
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
            {screensOf(group, isMainAdmin).map(entry)}
          </ul>
        </div>
      ))}
    </nav>
  );
}
