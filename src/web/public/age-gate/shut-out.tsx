import { Outlet } from 'react-router';
import { shutOutParameter } from '#contract/values/age-checks.ts';
import { infoPages } from '#contract/values/public-pages.ts';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';

/** Whether a page is rendered for a visitor who may not see the site. It must then contain nothing of the catalogue. */
export const isForShutOut = ({ searchParams }: URL) => searchParams.has(shutOutParameter);

/** Links to the pages without the age gate. */
export function PolicyLinks({ className = '' }: { className?: string }) {
  return (
    <nav aria-label="About this site">
      <ul className={`flex flex-wrap gap-x-5 ${className}`}>
        {Object.values(infoPages).map(({ path, title }) => (
          <li key={path}>
            <a href={path} className="inline-flex min-h-11 items-center text-sm text-muted underline hover:text-text">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The frame of pages about the site for visitors who may not see it: without names from the catalogue, and with plain
 * links, so that the server decides about each page.
 */
export function ShutOutFrame() {
  const { siteName, footerText } = useSite().settings;
  return (
    <site-frame id="site" className="flex min-h-svh flex-col" data-ungated>
      <header className="border-b border-line">
        <div className="wrap flex h-[62px] items-center justify-between">
          <a href="/" className="logo max-w-[60vw] rounded-sm">
            {siteName}
          </a>
          <ThemeToggle />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="grow outline-none">
        <Outlet />
      </main>
      <footer className="mt-12 border-t border-line bg-surface py-8">
        <div className="wrap grid gap-4">
          <PolicyLinks />
          <p className="max-w-[70ch] text-[13px] text-muted">{footerText}</p>
        </div>
      </footer>
    </site-frame>
  );
}
