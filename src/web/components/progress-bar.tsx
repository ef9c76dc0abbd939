import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** A skeleton that only flashes up feels slower than a short wait. */
const skeletonDelayMs = 150;

/** The path of the page that is loading, after a delay. */
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

export function ProgressBar({ busy }: { busy: boolean }) {
  return (
    <div
      aria-hidden="true"
      hidden={!busy}
      className="fixed inset-x-0 top-0 z-40 h-[3px] origin-left animate-[creep_8s_cubic-bezier(.1,.7,.2,1)_forwards] bg-glow"
    />
  );
}
