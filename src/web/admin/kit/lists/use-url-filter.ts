import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { usePendingQuery } from './use-pending-parameters.ts';

/** A filter in the URL of a list. A filter that is still loading counts: a second one set meanwhile must not undo it. */
export const useUrlFilter = (name: string) => {
  const [, setParameters] = useSearchParams();
  const query = usePendingQuery();
  const latestQuery = useRef(query);
  useEffect(() => {
    latestQuery.current = query;
  }, [query]);

  /** Another filter is another list, which begins with its first page. */
  const set = (value: string, options?: Parameters<typeof setParameters>[1]) => {
    const parameters = new URLSearchParams(latestQuery.current);
    for (const page of ['page', 'before']) parameters.delete(page);
    if (value === '') parameters.delete(name);
    else parameters.set(name, value);
    setParameters(parameters, options);
  };
  return { value: new URLSearchParams(query).get(name) ?? '', set };
};
