import { Outlet } from 'react-router';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { PolicyLinks } from './policy-links.tsx';

/**
 * The frame of pages about the site for somebody who may not see it: no names of the catalogue, and plain links, each of
 * which the server decides on.
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
