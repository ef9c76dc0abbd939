import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** A skeleton that flashes up feels slower than a short wait. */
const skeletonDelayMs = 150;

/** The path of the page that is loading, once a skeleton is worth showing. */
export const useDestination = () => {
  const { state, location } = useNavigation();
  const pathname = state === 'loading' ? location.pathname : undefined;
  const [delayedPath, setDelayedPath] = useState<string>();

  useEffect(() => {
    if (pathname === undefined) return;
    const timer = setTimeout(() => setDelayedPath(pathname), skeletonDelayMs);
    return () => {
      clearTimeout(timer);
      setDelayedPath(undefined);
    };
  }, [pathname]);

  return pathname === undefined ? undefined : delayedPath;
};
