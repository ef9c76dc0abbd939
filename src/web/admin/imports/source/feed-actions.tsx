import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useSingleAction } from '../../kit/feedback/use-single-action.ts';
import { momentLabel } from '../../kit/format/dates.ts';
import { fetchSource, type ImportSource } from '../../kit/records/import-source.ts';
import { useRefresh } from '../../kit/screen/use-refresh.ts';
import { LoginDialog } from './login-dialog.tsx';

const refreshMs = 2000;

/** What can be done about a feed that is at a URL. */
export function FeedActions({ source }: { source: ImportSource }) {
  const { revalidate } = useRevalidator();
  const [isLoginOpen, setLoginOpen] = useState(false);
  const { run, busy } = useSingleAction('The feed could not be fetched.');
  useRefresh(source.isFetching ? refreshMs : undefined);
  const { url, hasLogin, isFetching, fetchedAt, isUnchanged } = source;
  if (url === '') return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2.5">
      <button
        type="button"
        className="btn btn-quiet h-10 px-4 text-sm max-md:h-11"
        disabled={busy || isFetching}
        onClick={() => void run(() => fetchSource(source.id))}
      >
        {isFetching ? 'Fetching…' : 'Fetch and import now'}
      </button>
      <button type="button" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11" onClick={() => setLoginOpen(true)}>
        {hasLogin ? 'Change login' : 'Add a login'}
      </button>
      {fetchedAt && (
        <p className="text-sm text-muted">
          Fetched {momentLabel(fetchedAt)}
          {isUnchanged && '; it had not changed'}
        </p>
      )}
      {isLoginOpen && (
        <LoginDialog
          source={source}
          onClose={() => setLoginOpen(false)}
          onSaved={() => {
            setLoginOpen(false);
            void revalidate();
          }}
        />
      )}
    </div>
  );
}
