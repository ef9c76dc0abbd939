import { useEffect } from 'react';
import { Outlet, PrefetchPageLinks } from 'react-router';
import { currentWindow } from '#contract/values/lists.ts';
import { PlainNumbers } from '../components/plain-numbers.ts';
import { ProgressBar, useDestination } from '../components/progress-bar.tsx';
import { useSite } from '../components/use-site.ts';
import { siteContext } from '../site-context.ts';
import type { Route } from './+types/layout.ts';
import { isForShutOut, ShutOutFrame } from './age-gate/shut-out.tsx';
import { useIsUngated } from './age-gate/ungated.ts';
import { CardMenuHost } from './card-menu/card-menu-host.tsx';
import { hidden } from './favourites/stores.ts';
import { Footer, type FooterSets, footerSets } from './footer.tsx';
import { useFocusOnArrival, useInternalLinks, useTargetInPlace } from './internal-links.ts';
import { LoadingPage } from './loading-page.tsx';
import { NavigationBar } from './navigation/navigation-bar.tsx';
import { OfflineNotice } from './offline-navigation.tsx';

export const loader = async ({ context, params, url }: Route.LoaderArgs) => {
  const isShutOut = isForShutOut(url);
  const { client } = context.get(siteContext);
  const pageLoadsFooter = 'tag' in params || 'id' in params;
  const footer = pageLoadsFooter || isShutOut ? null : await footerSets(client);
  return { footer, banner: currentWindow(), isShutOut };
};

/** The random sets stay the same across navigations; the footer refreshes them itself. */
export const shouldRevalidate = () => false;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /**
       * A custom element: when hydrating, React skips unknown elements that a browser extension inserted before it, but
       * would mistake an inserted div for ours. Inside a section, the bar and the footer would not be landmarks.
       */
      'site-frame': HTMLAttributes<HTMLElement>;
    }
  }
}

function WholeSite({ footer }: { footer: FooterSets | null }) {
  const destination = useDestination();
  const isInPlace = useTargetInPlace() !== undefined;
  const skeleton = isInPlace ? undefined : destination;
  const intendedPath = useInternalLinks();
  const main = useFocusOnArrival();
  const isUngated = useIsUngated();
  // On this event, the first-paint script replays clicks on buttons that came before hydration.
  useEffect(() => {
    dispatchEvent(new Event('hydrated'));
    if (hidden.read().length > 0)
      void import('./favourites/follow-renamed-tags.ts')
        .then(({ followRenamedTags }) => followRenamedTags())
        .catch(() => {});
  }, []);
  return (
    <site-frame id="site" className="block" data-ungated={isUngated || undefined}>
      {intendedPath !== undefined && <PrefetchPageLinks page={intendedPath} />}
      <ProgressBar busy={destination !== undefined} />
      <NavigationBar />
      <main id="main" ref={main} tabIndex={-1} className="min-h-[70svh] outline-none">
        {skeleton !== undefined && <LoadingPage path={skeleton} />}
        <div hidden={skeleton !== undefined} aria-busy={isInPlace || undefined}>
          <Outlet />
        </div>
      </main>
      <OfflineNotice />
      <CardMenuHost />
      <Footer random={footer} />
    </site-frame>
  );
}

export default function PublicLayout({ loaderData: { footer, isShutOut } }: Route.ComponentProps) {
  const { plainNumbers } = useSite().settings;
  if (isShutOut) return <ShutOutFrame />;
  return (
    <PlainNumbers value={plainNumbers}>
      <WholeSite footer={footer} />
    </PlainNumbers>
  );
}
