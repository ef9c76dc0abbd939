import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { recoverIfOutdated } from '../reopen.ts';
import { ListError } from './lists/list-error.tsx';
import { missingOf } from './not-found.ts';
import { NotFoundPage } from './not-found-page.tsx';

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
