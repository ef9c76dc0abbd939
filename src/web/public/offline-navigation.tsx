import { useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { matchRoutes, type NavigateOptions, UNSAFE_DataRouterContext, useNavigate } from 'react-router';
import { Icon } from '../components/icon.tsx';
import { countView } from '../components/video-card/counted-views.ts';
import { isReachable } from '../reopen.ts';
import { loadRoutes } from '../route-modules.ts';

/** The target of a navigation that waits until the site is reachable. */
let waitingPath: string | undefined;
const listeners = new Set<() => void>();

const setWaitingPath = (path: string | undefined) => {
  waitingPath = path;
  for (const notify of listeners) notify();
};

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => listeners.delete(notify);
};

export const useWaitingPath = () =>
  useSyncExternalStore(
    subscribe,
    () => waitingPath,
    () => undefined,
  );

const videoPath = /^\/video\/(\d+)/;

/** Returns a function that loads the route modules of a path. */
export const useLoadModules = () => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return (path: string) => loadRoutes((matchRoutes(router?.routes ?? [], path) ?? []).map(({ route }) => route.id));
};

let latestNavigation = 0;

/**
 * Like useNavigate(), but waits while the site is unreachable: React Router would load the document and so show the
 * browser's error page. The returned function resolves to true if it navigated.
 */
export const useNavigateOnline = () => {
  const navigate = useNavigate();
  const loadModules = useLoadModules();

  return async (path: string, options?: NavigateOptions) => {
    latestNavigation += 1;
    const thisNavigation = latestNavigation;
    try {
      if (!navigator.onLine) throw new Error('The browser is offline');
      await loadModules(path);
    } catch {
      // The modules are missing if the site was upgraded since this page was loaded.
      if (navigator.onLine && (await isReachable())) window.reopen(path);
      else setWaitingPath(path);
      return false;
    }
    if (thisNavigation !== latestNavigation) return false;
    const [, id] = videoPath.exec(path) ?? [];
    if (id !== undefined) void countView(id);
    navigate(path, options);
    return true;
  };
};

const retryMs = 3000;

/** Calls back when the browser is online again. With `polls`, also when the site answers a health check again. */
export const useWhenReachable = (polls: boolean, callback: () => void) => {
  const onReachable = useEffectEvent(callback);
  useEffect(() => {
    addEventListener('online', onReachable);
    return () => removeEventListener('online', onReachable);
  }, []);
  // A browser that didn't notice losing the connection fires no `online` event when it is back.
  useEffect(() => {
    if (!polls) return;
    const timer = setInterval(async () => {
      if (navigator.onLine && (await isReachable())) onReachable();
    }, retryMs);
    return () => clearInterval(timer);
  }, [polls]);
};

/** Shown when a link is clicked while the browser is offline. Opens the page once the site is reachable again. */
export function OfflineNotice() {
  const path = useWaitingPath();
  const navigate = useNavigateOnline();
  useWhenReachable(path !== undefined, () => {
    setWaitingPath(undefined);
    if (path !== undefined) void navigate(path);
  });

  return (
    <div role="status">
      {path !== undefined && (
        <div className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+20px)] z-40 mx-auto flex max-w-lg items-center gap-3 rounded-2xl border border-line bg-surface p-4 shadow-pop">
          <p className="flex-1">You are offline. The page opens as soon as you are back online.</p>
          <button
            type="button"
            className="icon-button"
            aria-label="Stay here"
            onClick={() => setWaitingPath(undefined)}
          >
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
