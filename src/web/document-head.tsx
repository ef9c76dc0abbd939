import latinFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import { rtaLabel } from '#contract/values/public-pages.ts';
import styles from './app.css?url';
import firstPaint from './first-paint.js?raw';

/**
 * The age gate fails closed: the site is laid out only after the first-paint script has found an answer, or the gate was
 * closed without JavaScript. Until then, browsers that run scripts fetch no picture, because all are lazy. This is in the
 * document, because a style sheet that fails to load must not open the gate.
 *
 * Pages without the gate are laid out at once, except their `for-adults` parts.
 */
const hidden = [
  ':root:not([data-adult]):not(:has(#age-gate:not([open]))) #site:not([data-ungated])',
  ':root:not([data-adult]) [data-ungated] .for-adults',
  ':root:has([data-ungated]) #age-gate',
  '[data-adult] #age-gate',
];

/** The only inline style of a page: the accent colour from the settings, and the rules that hide the site. */
export const pageStyle = (accent: string) => `:root{--brand:${accent}}${hidden.join()}{display:none!important}`;

/** Instead of <Links />, which would look for links in all matched routes on every render; only this has any. */
const links = (
  <>
    <link rel="preload" as="font" type="font/woff2" href={latinFont} crossOrigin="anonymous" />
    <link rel="stylesheet" href={styles} />
    <link rel="icon" href="/icon.svg" type="image/svg+xml" />
    <link rel="apple-touch-icon" href="/icon-180.png" />
    <link rel="manifest" href="/manifest.webmanifest" />
  </>
);

export function DocumentHead({ accent, children }: { accent: string | undefined; children?: ReactNode }) {
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="rating" content="adult" />
      <meta name="rating" content={rtaLabel} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b0b0f" />
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf8" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, which has to run before the first paint */}
      <script dangerouslySetInnerHTML={{ __html: firstPaint }} />
      {links}
      {accent && <style>{pageStyle(accent)}</style>}
      {children}
    </head>
  );
}
