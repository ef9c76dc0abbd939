import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** Quick answers show no skeleton at all: a flash of grey is slower to the eye than a short wait. */
const patience = 150;

/** The path of the page that is being loaded, once it takes long enough to be worth saying. */
export const useDestination = () => {
  const { state, location } = useNavigation();
  const pathname = state === 'loading' ? location.pathname : undefined;
  const [awaited, setAwaited] = useState<string>();

  useEffect(() => {
    if (pathname === undefined) return;
    const timer = setTimeout(() => setAwaited(pathname), patience);
    return () => {
      clearTimeout(timer);
      setAwaited(undefined);
    };
  }, [pathname]);

  return pathname === undefined ? undefined : awaited;
};
