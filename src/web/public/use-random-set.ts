import { useEffect, useEffectEvent, useState } from 'react';
import { keepFresh, readFresh, tenMinutes } from './ten-minutes.ts';

/**
 * A random set that came with the page, or was kept in the browser less than ten minutes ago, or is fetched; renewed
 * every ten minutes while it is on the screen.
 */
export const useRandomSet = <T>(key: string, withPage: T | null, fetchSet: () => Promise<T | undefined>) => {
  const [set, setSet] = useState(withPage);

  const renew = useEffectEvent(async () => {
    const fresh = await fetchSet().catch((error: unknown) => console.warn(error));
    if (!fresh) return;
    keepFresh(key, fresh);
    setSet(fresh);
  });
  const start = useEffectEvent(() => {
    if (withPage) return keepFresh(key, withPage);
    const kept = readFresh<T>(key);
    if (kept) setSet(kept);
    else renew();
  });
  useEffect(() => {
    start();
    const timer = setInterval(() => renew(), tenMinutes);
    return () => clearInterval(timer);
  }, []);

  return set;
};
