import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** False while React hydrates the server's HTML, true for components that mount later. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
