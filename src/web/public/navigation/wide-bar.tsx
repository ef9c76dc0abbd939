import { useLocation } from 'react-router';
import { wideBarLinks } from './bar-links.ts';
import { CategoriesMenu } from './categories-menu.tsx';
import { currentPage } from './current-page.ts';

/** The second row of the bar on wide screens. */
export function WideBar() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Lists" className="wrap wide-bar for-adults">
      {wideBarLinks.map(({ label, to }) => (
        <a key={to} href={to} aria-current={currentPage(pathname, to)} className="bar-link first:-ml-3">
          {label}
        </a>
      ))}
      <CategoriesMenu />
    </nav>
  );
}
