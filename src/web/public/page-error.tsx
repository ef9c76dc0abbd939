import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { recoverIfOutdated } from '../reopen.ts';
import { ListError, PopularInstead } from './lists/nothing-here.tsx';
import type { Popular } from './lists/popular.ts';
import { missingOf } from './not-found.ts';
import { PageHead } from './page-head.tsx';

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

/** What fetch() throws without an answer. */
export const isUnreachable = (error: unknown) => error instanceof TypeError;

const defaultMessage = () => 'Failed to fetch data';

/** Replaces a page that does not exist, or whose data could not be loaded. Navigation and footer stay. */
export function PageError({ messageOf = defaultMessage }: { messageOf?: (error: unknown) => string }) {
  const error = useRouteError();
  useEffect(() => {
    if (isRouteErrorResponse(error)) return;
    console.error(error);
    void recoverIfOutdated();
  }, [error]);
  const missing = missingOf(error);
  if (missing) return <NotFoundPage {...missing} />;
  const message = messageOf(error);
  return (
    <div className="wrap py-16">
      <title>{message}</title>
      <ListError message={message} isUnreachable={isUnreachable(error)} />
    </div>
  );
}
