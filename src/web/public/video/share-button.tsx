import { useCallback, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Toast } from '../../components/toast.tsx';

type Shared = 'no' | 'copied' | 'shown';

/** The browser's own sheet; where there is none, the clipboard. Both may be missing, as on a site without https. */
const share = async (title: string, url: string): Promise<Shared> => {
  const outcome = await navigator.share?.({ title, url }).then(
    () => 'shared',
    (error: Error) => error.name,
  );
  if (outcome === 'shared' || outcome === 'AbortError') return 'no';
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'shown';
  }
};

export function ShareButton({ title, url }: { title: string; url: string }) {
  const [shared, setShared] = useState<Shared>('no');
  const close = useCallback(() => setShared('no'), []);
  return (
    <>
      <button type="button" className="btn btn-quiet" onClick={async () => setShared(await share(title, url))}>
        <Icon name="share" size={18} />
        Share
      </button>
      {shared === 'copied' && <Toast message="The link has been copied." onClose={close} />}
      {shared === 'shown' && (
        <label className="w-full max-w-md text-sm text-muted">
          Copy this link to share the video
          <input
            readOnly
            ref={(field) => field?.select()}
            value={url}
            onFocus={(event) => event.target.select()}
            className="field mt-1"
          />
        </label>
      )}
    </>
  );
}
