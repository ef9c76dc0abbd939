import { useContext, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { matchRoutes, type NavigateOptions, UNSAFE_DataRouterContext, useNavigate } from 'react-router';
import { Icon } from '../components/icon.tsx';
import { countView } from '../components/video-card/counted-views.ts';
import { isReachable } from '../reopen.ts';
import { loadRoutes } from '../route-modules.ts';

/** Where a visitor wanted to go while the site could not be reached. */
let wantedPath: string | undefined;
const listeners = new Set<() => void>();

const setWantedPath = (path: string | undefined) => {
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

/** Loads what the page at this path needs to be rendered. */
export const useLoadModules = () => {
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  return (path: string) => loadRoutes((matchRoutes(router?.routes ?? [], path) ?? []).map(({ route }) => route.id));
};

let latest = 0;

/**
 * Navigates, or waits for the network: React Router would leave the site for the browser's own error page. Resolves with
 * whether it has navigated.
 */
export const useNavigateOnline = () => {
  const navigate = useNavigate();
  const loadModules = useLoadModules();

  return async (path: string, options?: NavigateOptions) => {
    latest += 1;
    const own = latest;
    try {
      if (!navigator.onLine) throw new Error('The browser is offline');
      await loadModules(path);
    } catch {
      // A new version of the site has other modules.
      if (navigator.onLine && (await isReachable())) window.reopen(path);
      else setWantedPath(path);
      return false;
    }
    if (own !== latest) return false;
    const [, id] = videoPath.exec(path) ?? [];
    if (id !== undefined) void countView(id);
    navigate(path, options);
    return true;
  };
};

const retryMs = 3000;

/** Calls back when the browser is online again. With `polls`, also when the site answers, which it asks it for. */
export const useWhenReachable = (polls: boolean, callback: () => void) => {
  const goOn = useEffectEvent(callback);
  useEffect(() => {
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, []);
  // Where the browser does not know that it is cut off, it won't know when that ends either.
  useEffect(() => {
    if (!polls) return;
    const timer = setInterval(async () => {
      if (navigator.onLine && (await isReachable())) goOn();
    }, retryMs);
    return () => clearInterval(timer);
  }, [polls]);
};

/** Shown after a click while the browser is offline. The page opens by itself once it is online again. */
export function OfflineNotice() {
  const path = useWantedPath();
  const navigate = useNavigateOnline();
  useWhenReachable(path !== undefined, () => {
    setWantedPath(undefined);
    if (path !== undefined) void navigate(path);
  });

  return (
    <div role="status">
      {path !== undefined && (
        <div className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+20px)] z-40 mx-auto flex max-w-lg items-center gap-3 rounded-2xl border border-line bg-surface p-4 shadow-pop">
          <p className="flex-1">You are offline. The page opens as soon as you are back online.</p>
          <button type="button" className="icon-button" aria-label="Stay here" onClick={() => setWantedPath(undefined)}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
