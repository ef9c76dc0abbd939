import { useConfirmation } from '../dialogs/confirmation.tsx';
import { dayLabel, fullCount, momentLabel } from '../format.ts';
import type { Session, Token } from '../records/accounts.ts';
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

interface TokenListProps {
  label: string;
  tokens: Token[];
  showsOwner?: boolean;
  onRevoke: (token: Token) => Promise<unknown>;
}

const permissionsOf = ({ scopes, draftsOnly, partnerName, dailyLimit }: Token) => {
  if (!draftsOnly) return scopes.join(', ');
  const limit = dailyLimit === null ? '' : `, ${fullCount(dailyLimit)} a day`;
  return `drafts only${partnerName === null ? '' : ` for ${partnerName}`}${limit}`;
};

const isExpired = ({ expiresAt }: Token) => expiresAt !== null && Date.parse(expiresAt) < Date.now();

const usageOf = (token: Token) => {
  const used = token.lastUsedAt ? `last used ${momentLabel(token.lastUsedAt)}` : 'never used';
  if (isExpired(token)) return used;
  return `${used} · ${token.expiresAt === null ? 'does not expire' : `expires ${dayLabel(token.expiresAt)}`}`;
};

export function TokenList({ label, tokens, showsOwner = false, onRevoke }: TokenListProps) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The token could not be revoked.');
  const revoke = async (token: Token) => {
    const question = `Revoke the API token “${token.name}”?`;
    const details = 'Scripts that use it stop working immediately. This cannot be undone.';
    if (await confirm({ question, details, confirmLabel: 'Revoke' }))
      await run(() => onRevoke(token), 'Token revoked.');
  };
  return (
    <ul aria-label={label}>
      {tokens.map((token) => (
        <li
          key={token.id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4.5 py-3 first:border-t-0"
        >
          <div className="min-w-40 flex-1 text-sm">
            <p className="[overflow-wrap:anywhere]">
              {showsOwner && <b className="font-medium">{token.username} · </b>}
              <bdi className="font-medium">{token.name}</bdi>{' '}
              <code className="font-mono text-[13px] text-muted">{token.prefix}…</code>{' '}
              {isExpired(token) && <Badge tone="quiet">Expired</Badge>}
            </p>
            <p className="text-[13px] text-muted [overflow-wrap:anywhere]">{permissionsOf(token)}</p>
            <p className="text-[13px] text-muted">{usageOf(token)}</p>
          </div>
          <RowButton label={`Revoke ${token.name}`} danger disabled={busy} onClick={() => void revoke(token)}>
            Revoke
          </RowButton>
        </li>
      ))}
    </ul>
  );
}
