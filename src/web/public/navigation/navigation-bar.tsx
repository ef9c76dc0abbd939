import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { categoryPages } from '#contract/values/categories.ts';
import { Icon } from '../../components/icon.tsx';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { OpenModalButton } from '../../components/modal.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { categoryHref } from '../hrefs.ts';
import { SearchBox } from '../search/search-box.tsx';
import { bottomBarLinks, currentLink, currentPage, wideBarLinks } from './links.ts';
import { MobileSearch, OpenSearch, useSlashKey } from './open-search.tsx';
import { Sidebar, sidebarId } from './sidebar.tsx';

function SponsoredLink() {
  const { label, url } = useSite().settings.sponsoredLink;
  if (label === '') return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="sponsored nofollow noopener"
      className="for-adults flex min-h-11 min-w-0 items-center text-xs text-muted transition-colors hover:text-text max-[480px]:text-[11px] max-[480px]:leading-tight"
    >
      <span className="min-w-0 truncate rounded-lg border border-dashed border-line-strong px-2 py-1 min-[481px]:px-2.5 min-[481px]:py-1.5">
        <span className="max-[480px]:hidden">Sponsored · {label}</span>
        <span className="min-[481px]:hidden">Ad</span>
        <span className="block truncate max-[359px]:hidden min-[481px]:hidden">{label}</span>
      </span>
    </a>
  );
}

/** A native disclosure, so that it works without JavaScript. Closes on Escape and when focus leaves it. */
function CategoriesMenu() {
  const { key, pathname } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const onKeyDown = ({ key: pressed }: KeyboardEvent) => {
    if (pressed !== 'Escape' || !menu.current?.open) return;
    close();
    menu.current.querySelector('summary')?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    // The key remounts it on navigation, which closes it.
    <details key={key} ref={menu} onKeyDown={onKeyDown} onBlur={onBlur} className="group relative">
      <summary className="bar-link">
        Categories
        <span className="transition-transform group-open:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <ul className="absolute top-full left-0 z-30 grid w-[540px] grid-cols-3 gap-0.5 rounded-xl border border-line bg-surface p-2 shadow-pop">
        {categoryPages.map(({ name, slug }) => (
          <li key={slug}>
            <a
              href={categoryHref(slug)}
              aria-current={currentPage(pathname, categoryHref(slug))}
              className="bar-link hover:bg-raised"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The second row of the bar on wide screens. */
function WideBar() {
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

/** Replaces the top bar's icons on phones. */
function BottomBar({ onSearch }: { onSearch: () => void }) {
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

export function NavigationBar() {
  const { settings } = useSite();
  const { key, pathname } = useLocation();
  const [searchOpen, setSearchOpen] = useState(false);
  useSlashKey('bar-search', () => setSearchOpen(true));
  // biome-ignore lint/correctness/useExhaustiveDependencies: close the small-screen search on every navigation
  useEffect(() => setSearchOpen(false), [key]);

  return (
    <>
      <FastElement
        as="header"
        contentKey={JSON.stringify(['header', settings.siteName, settings.sponsoredLink, currentLink(pathname)])}
        className="sticky top-0 z-20 border-b border-line bg-bg/90 backdrop-blur-lg"
      >
        <a href="#main" className="btn btn-primary absolute top-2 left-2 z-40 -translate-y-20 focus:translate-y-0">
          Skip to content
        </a>
        <div className="wrap flex h-[62px] items-center gap-1.5 sm:gap-3.5">
          <OpenModalButton modal={sidebarId} className="icon-button -ml-2" aria-label="Menu">
            <Icon name="menu" />
          </OpenModalButton>
          <a href="/" className="logo max-w-[max(24vw,88px)] shrink-0 rounded-sm sm:max-w-[40vw]">
            {settings.siteName}
          </a>
          <SponsoredLink />
          <div className="ml-auto hidden w-[350px] md:block">
            <SearchBox id="bar-search" />
          </div>
          <OpenSearch onOpen={() => setSearchOpen(true)} className="icon-button ml-auto md:hidden" aria-label="Search">
            <Icon name="search" />
          </OpenSearch>
          <a href="/mine" className="icon-button max-[699px]:hidden" aria-label="Favorites and history">
            <Icon name="heart" />
          </a>
          <ThemeToggle />
        </div>
        <WideBar />
        {searchOpen && <MobileSearch onClose={() => setSearchOpen(false)} />}
        <Sidebar />
      </FastElement>
      <BottomBar onSearch={() => setSearchOpen(true)} />
    </>
  );
}
