import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '../components/icon.tsx';
import { setWantedPath, useWantedPath } from './offline-navigation.ts';

/** Shown after a click while the browser is offline. The page opens by itself once it is online again. */
export function OfflineNotice() {
  const path = useWantedPath();
  const navigate = useNavigate();

  useEffect(() => {
    if (path === undefined) return;
    const goOn = () => {
      setWantedPath(undefined);
      navigate(path);
    };
    addEventListener('online', goOn);
    return () => removeEventListener('online', goOn);
  }, [path, navigate]);

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
