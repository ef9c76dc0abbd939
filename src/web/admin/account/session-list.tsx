import { useRevalidator } from 'react-router';
import type { SessionRecord } from '#contract/accounts.ts';
import { notifyFailure } from '../kit/feedback/toasts.tsx';
import { momentLabel } from '../kit/format/dates.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

/** Where one is signed in; any but the present one can be ended from here. */
export function SessionList({ sessions }: { sessions: SessionRecord[] }) {
  const revalidator = useRevalidator();
  const end = async ({ _id }: SessionRecord) => {
    try {
      await adminClient.endSession({ params: { id: _id } });
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, 'The session could not be ended.'));
    }
    await revalidator.revalidate();
  };
  return (
    <ul aria-label="Sessions">
      {sessions.map((session) => (
        <li
          key={session._id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4.5 py-3 first:border-t-0"
        >
          <div className="min-w-0 flex-1 text-sm">
            <p>{session.userAgent || 'Unknown browser'}</p>
            <p className="text-[13px] text-muted">
              {session.ip ?? 'Unknown address'} · last seen {momentLabel(session.lastSeenAt)}
            </p>
          </div>
          {session.current ? (
            <Badge>This browser</Badge>
          ) : (
            <RowButton
              label={`End the session of ${session.ip ?? 'an unknown address'}`}
              danger
              onClick={() => void end(session)}
            >
              End
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
