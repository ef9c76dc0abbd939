import { useEffect } from 'react';
import { infoPages } from '#contract/values/public-pages.ts';
import { recoverIfOutdated } from '../reopen.ts';

/** The error page for pages that could not be rendered. */
export function Crash() {
  useEffect(() => void recoverIfOutdated(), []);
  return (
    <main className="grid min-h-svh place-items-center p-6 text-center">
      <title>Something went wrong</title>
      <div>
        <h1>Something went wrong</h1>
        <p className="mt-3 text-muted">The page could not be shown. Please try again in a moment.</p>
        <a className="btn btn-primary mt-6" href="/">
          Go home
        </a>
        <p className="mt-8 text-sm">
          <a className="text-muted underline underline-offset-3" href={infoPages.removal.path}>
            {infoPages.removal.title}
          </a>
        </p>
      </div>
    </main>
  );
}
