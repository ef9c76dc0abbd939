import { useAction } from '../kit/feedback/use-action.ts';
import { momentLabel } from '../kit/format/dates.ts';
import { endSession, type Session } from '../kit/records/session.ts';
import { Badge } from '../kit/table/badge.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

/** Where the admin is signed in. Every session but the current one can be ended. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  const run = useAction('The session could not be ended.');
  return (
    <ul aria-label="Sessions">
      {sessions.map((session) => (
        <li
          key={session.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4.5 py-3 first:border-t-0"
        >
          <div className="min-w-0 flex-1 text-sm">
            <p>{session.userAgent || 'Unknown browser'}</p>
            <p className="text-[13px] text-muted">
              {session.ip ?? 'Unknown IP'} · last seen {momentLabel(session.lastSeenAt)}
            </p>
          </div>
          {session.current ? (
            <Badge>This browser</Badge>
          ) : (
            <RowButton
              label={`End the session of ${session.ip ?? 'an unknown IP'}`}
              danger
              onClick={() => void run(endSession(session))}
            >
              End
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
