import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ListError } from './lists/list-error.tsx';

/** A page whose data never arrived; the bar and the footer stay. */
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
