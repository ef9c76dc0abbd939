import { Icon } from '../components/icon.tsx';
import { setWantedPath, useNavigateOnline, useWantedPath, useWhenReachable } from './offline-navigation.ts';

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
