import latinFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { Outlet, ScrollRestoration, type ShouldRevalidateFunctionArgs, useRouteLoaderData } from 'react-router';
import { defaultSettings } from '#contract/values/default-settings.ts';
import { rtaLabel } from '#contract/values/rta-label.ts';
import type { Route } from './+types/root.ts';
import styles from './app.css?url';
import { Crash } from './components/crash.tsx';
import { scrollPositionsKey } from './components/scroll-positions.ts';
import firstPaint from './first-paint.js?raw';
import { pageStyle } from './page-style.ts';
import { siteContext } from './site-context.ts';

/** Rendered by ourselves: no other route has links, and <Links /> looks for them on every page. */
const links = (
  <>
    <link rel="preload" as="font" type="font/woff2" href={latinFont} crossOrigin="anonymous" />
    <link rel="stylesheet" href={styles} />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icon-180.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
  </>
);

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { client, siteName, siteUrl, report } = context.get(siteContext);
  try {
    // The texts are long, and each is shown on one page only, which loads it itself.
    const { pageTexts, ...settings } = await client.getSettings();
    return { settings, siteUrl };
  } catch (error) {
    report(error, '/settings');
    return { settings: { ...defaultSettings, siteName }, siteUrl };
  }
};

/** Settings change only on their screen, which revalidates after saving. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === '/admin/settings' && currentUrl.href === nextUrl.href;

export function Layout({ children }: { children: ReactNode }) {
  const accent = useRouteLoaderData<typeof loader>('root')?.settings.accent;
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="rating" content="adult" />
        <meta name="rating" content={rtaLabel} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b0b0f" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, which must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: firstPaint }} />
        {links}
        {accent && <style>{pageStyle(accent)}</style>}
      </head>
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
