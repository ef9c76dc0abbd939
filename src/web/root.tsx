import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router';
import type { PublicSettings } from '#contract/settings.ts';
import { defaultPublicSettings } from '#contract/values/settings/defaults.ts';
import type { Route } from './+types/root.ts';
import { Crash } from './components/crash.tsx';
import { DocumentHead } from './document-head.tsx';
import { isForShutOut } from './public/age-gate/shut-out.tsx';
import { scrollPositionsKey } from './public/session-history.ts';
import { siteContext } from './site-context.ts';

/** Without the long page texts, which their pages load themselves, and performers' names, which no page uses. */
const neededByPages = <S extends Pick<PublicSettings, 'pageTexts' | 'featuredPerformers'>>(all: S) => {
  const { pageTexts, featuredPerformers, ...settings } = all;
  return settings;
};

export const loader = async ({ context, url }: Route.LoaderArgs) => {
  const { client, siteName, siteUrl, report } = context.get(siteContext);
  try {
    const settings = neededByPages(await client.getSettings());
    return { settings: isForShutOut(url) ? { ...settings, banners: [] } : settings, siteUrl };
  } catch (error) {
    report(error, '/settings');
    return { settings: { ...neededByPages(defaultPublicSettings), siteName }, siteUrl };
  }
};

/** Settings only change on the settings screen, which revalidates after saving. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === '/admin/settings' && currentUrl.href === nextUrl.href;

export function Layout({ children }: { children: ReactNode }) {
  const accent = useRouteLoaderData<typeof loader>('root')?.settings.accent;
  return (
    <html lang="en" suppressHydrationWarning>
      <DocumentHead accent={accent} />
      <body>
        {children}
        <ScrollRestoration storageKey={scrollPositionsKey} />
        {/* No <Scripts />: see hydration-markup.ts. */}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export const ErrorBoundary = Crash;
