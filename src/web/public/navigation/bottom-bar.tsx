import type { MouseEvent } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { bottomBarLinks } from './bar-links.ts';
import { currentPage } from './current-page.ts';

/** Replaces the icons of the top bar on phones. Without JavaScript its search is a link to the search page. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  const { pathname } = useLocation();
  const openSearch = (event: MouseEvent) => {
    event.preventDefault();
    onSearch();
  };
  return (
    <nav aria-label="Quick links" className="bottom-bar">
      {bottomBarLinks.map(({ label, to, icon }) => (
        <a
          key={to}
          href={to}
          aria-current={currentPage(pathname, to)}
          onClick={to === '/search' ? openSearch : undefined}
        >
          <Icon name={icon} size={22} />
          {label}
        </a>
      ))}
    </nav>
  );
}
