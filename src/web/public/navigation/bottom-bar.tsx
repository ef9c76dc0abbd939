import { useLocation } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { bottomBarLinks } from './bar-links.ts';
import { currentLink, currentPage } from './current-page.ts';
import { OpenSearch } from './open-search.tsx';

/** Replaces the icons of the top bar on phones. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  const { pathname } = useLocation();
  const links = bottomBarLinks.map(({ label, to, icon }) => (
    <a key={to} href={to} aria-current={currentPage(pathname, to)}>
      <Icon name={icon} size={22} />
      {label}
    </a>
  ));
  return (
    <FastElement
      as="nav"
      contentKey={`bottom bar ${currentLink(pathname)}`}
      aria-label="Quick links"
      className="bottom-bar"
    >
      {links.slice(0, 1)}
      <OpenSearch onOpen={onSearch} aria-current={currentPage(pathname, '/search')}>
        <Icon name="search" size={22} />
        Search
      </OpenSearch>
      {links.slice(1)}
    </FastElement>
  );
}
