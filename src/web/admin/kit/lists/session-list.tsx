import { momentLabel } from '../format.ts';
import type { Session } from '../records/accounts.ts';
import { Badge } from '../table/badge.tsx';
import { RowButton } from '../table/row-actions.tsx';
import { useSingleAction } from '../use-single-action.ts';

interface SessionListProps {
  label: string;
  sessions: Session[];
  onEnd: (session: Session) => Promise<unknown>;
  /** Ends all sessions of the same admin. Set in lists of several admins. */
  onEndAll?: (session: Session) => Promise<{ message: string }>;
}

/** Whether it is the first of several sessions of an admin, other than the signed-in one. */
const isFirstOfSeveral = (session: Session, sessions: Session[]) => {
  const ofSameAdmin = sessions.filter(({ adminId }) => adminId === session.adminId);
  return ofSameAdmin.length > 1 && ofSameAdmin[0] === session && !ofSameAdmin.some(({ current }) => current);
};

/** Lists sessions. All but the current one can be ended. */
export function SessionList({ label, sessions, onEnd, onEndAll }: SessionListProps) {
  const { run, busy } = useSingleAction('The session could not be ended.');
  return (
    <ul aria-label={label}>
      {sessions.map((session) => (
        <li
          key={session.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4.5 py-3 first:border-t-0"
        >
          <div className="min-w-0 flex-1 text-sm">
            <p title={session.userAgent} className="[overflow-wrap:anywhere] first-letter:uppercase">
              {onEndAll && <b className="font-medium">{session.username} · </b>}
              {session.device}
            </p>
            <p className="text-[13px] text-muted">
              {session.ip ?? 'Unknown IP'} · last seen {momentLabel(session.lastSeenAt)}
            </p>
          </div>
          {onEndAll && isFirstOfSeveral(session, sessions) && (
            <RowButton
              label={`End all sessions of ${session.username}`}
              danger
              disabled={busy}
              onClick={() =>
                void run(
                  () => onEndAll(session),
                  ({ message }) => message,
                )
              }
            >
              End all
            </RowButton>
          )}
          {session.current ? (
            <Badge>This browser</Badge>
          ) : (
            <RowButton
              label={`End the session of ${session.username} with ${session.device}`}
              danger
              disabled={busy}
              onClick={() => void run(() => onEnd(session))}
            >
              End
            </RowButton>
          )}
        </li>
      ))}
    </ul>
  );
}
