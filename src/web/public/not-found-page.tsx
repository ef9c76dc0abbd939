import { useEffect } from 'react';
import { PageHead } from './head/page-head.tsx';
import type { Popular } from './lists/popular.ts';
import { PopularInstead } from './lists/popular-instead.tsx';

const unknown = { heading: '404 - Page Not Found', text: 'The page you are looking for does not exist.' };
const removed = {
  video: { heading: 'This video is no longer available', text: 'It has been removed from this site.' },
  page: { heading: 'This page is no longer available', text: 'It has been removed from this site.' },
};

interface NotFoundPageProps {
  popular?: Popular | undefined;
  /** Replaces the URL in the address bar. */
  path?: string;
  /** What has been here before. */
  gone?: keyof typeof removed | undefined;
}

export function NotFoundPage({ popular, path, gone }: NotFoundPageProps) {
  const { heading, text } = gone ? removed[gone] : unknown;
  useEffect(() => {
    // Not a navigation, which would load a page.
    if (path !== undefined) history.replaceState(history.state, '', path);
  }, [path]);
  return (
    <div className="wrap py-12">
      <PageHead title={heading} description={text} path="/404" isIndexed={false} />
      <div className="text-center">
        <h1>{heading}</h1>
        <p className="mt-3 text-muted">{text}</p>
        <a href="/" className="btn btn-primary mt-7">
          Go to the home page
        </a>
      </div>
      {popular && <PopularInstead {...popular} />}
    </div>
  );
}
