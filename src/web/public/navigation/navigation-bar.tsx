import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { OpenModalButton } from '../../components/modal.tsx';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { SearchBox } from '../search/search-box.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { currentLink } from './current-page.ts';
import { MobileSearch } from './mobile-search.tsx';
import { OpenSearch } from './open-search.tsx';
import { Sidebar, sidebarId } from './sidebar.tsx';
import { SponsoredLink } from './sponsored-link.tsx';
import { useSlashKey } from './use-slash-key.ts';
import { WideBar } from './wide-bar.tsx';

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
          <a href="/mine" className="icon-button max-[699px]:hidden" aria-label="Favourites and history">
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
