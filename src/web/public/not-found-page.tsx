import { useEffect } from 'react';
import { PageHead } from './head/page-head.tsx';
import type { Popular } from './lists/popular.ts';
import { PopularInstead } from './lists/popular-instead.tsx';

/** `path` replaces the URL in the address bar. */
export function NotFoundPage({ popular, path }: { popular?: Popular | undefined; path?: string }) {
  useEffect(() => {
    // Not a navigation, which would load a page.
    if (path !== undefined) history.replaceState(history.state, '', path);
  }, [path]);
  return (
    <div className="wrap py-12">
      <PageHead
        title="404 - Page Not Found"
        description="The page you are looking for does not exist."
        path="/404"
        isIndexed={false}
      />
      <div className="text-center">
        <h1>404 - Page Not Found</h1>
        <p className="mt-3 text-muted">The page you are looking for does not exist.</p>
        <a href="/" className="btn btn-primary mt-7">
          Go to the home page
        </a>
      </div>
      {popular && <PopularInstead {...popular} />}
    </div>
  );
}
