import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ListError } from './lists/list-error.tsx';

/** Replaces a page whose data could not be loaded. Navigation and footer stay. */
export function PageError() {
  const error = useRouteError();
  useEffect(() => {
    if (!isRouteErrorResponse(error)) console.error(error);
  }, [error]);
  return (
    <div className="wrap py-16">
      <title>Failed to fetch data</title>
      <ListError message="Failed to fetch data" />
    </div>
  );
}
