import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { recoverIfOutdated } from '../reopen.ts';
import { ListError, PopularInstead } from './lists/nothing-here.tsx';
import type { Popular } from './lists/popular.ts';
import { notFoundDataOf } from './not-found.ts';
import { PageHead } from './page-head.tsx';

const unknown = { heading: '404 - Page Not Found', text: 'The page you are looking for does not exist.' };
const removedTexts = {
  video: { heading: 'This video is no longer available', text: 'It has been removed from this site.' },
  page: { heading: 'This page is no longer available', text: 'It has been removed from this site.' },
};

interface NotFoundPageProps {
  popular?: Popular | undefined;
  /** Replaces the URL in the address bar. */
  path?: string;
  removed?: keyof typeof removedTexts;
}

export function NotFoundPage({ popular, path, removed }: NotFoundPageProps) {
  const { heading, text } = removed ? removedTexts[removed] : unknown;
  useEffect(() => {
    // Not by the router, which would load the page of that path.
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

/** fetch() throws a TypeError if there is no response. */
export const isUnreachable = (error: unknown) => error instanceof TypeError;

const defaultMessage = () => 'Failed to fetch data';

/** Replaces a page that doesn't exist or whose data could not be loaded. Navigation and footer stay. */
export function PageError({ messageOf = defaultMessage }: { messageOf?: (error: unknown) => string }) {
  const error = useRouteError();
  useEffect(() => {
    if (isRouteErrorResponse(error)) return;
    console.error(error);
    void recoverIfOutdated();
  }, [error]);
  const notFoundData = notFoundDataOf(error);
  if (notFoundData) return <NotFoundPage {...notFoundData} />;
  const message = messageOf(error);
  return (
    <div className="wrap py-16">
      <title>{message}</title>
      <ListError message={message} isUnreachable={isUnreachable(error)} />
    </div>
  );
}
