import { useSyncExternalStore } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { countView } from '../components/video-card/counted-views.ts';

/** Where a visitor wanted to go while the browser was offline. */
let wantedPath: string | undefined;
const listeners = new Set<() => void>();

export const setWantedPath = (path: string | undefined) => {
  wantedPath = path;
  for (const notify of listeners) notify();
};

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => listeners.delete(notify);
};

export const useWantedPath = () =>
  useSyncExternalStore(
    subscribe,
    () => wantedPath,
    () => undefined,
  );

const videoPath = /^\/video\/(\d+)/;

/** Navigates, or waits for the network: React Router would leave the site for the browser's own error page. */
export const useNavigateOnline = () => {
  const navigate = useNavigate();
  return (path: string, options?: NavigateOptions) => {
    if (!navigator.onLine) {
      setWantedPath(path);
      return;
    }
    const [, id] = videoPath.exec(path) ?? [];
    if (id !== undefined) void countView(id);
    navigate(path, options);
  };
};
