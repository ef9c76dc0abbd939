import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { SessionList } from '../kit/lists/session-list.tsx';
import { endOtherSessions, endSession, type Session } from '../kit/records/session.ts';
import { Panel } from '../kit/screen/panel.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

export function OwnSessions({ sessions }: { sessions: Session[] }) {
  const { run, busy } = useSingleAction('The sessions could not be ended.');
  const endOthers = () => void run(endOtherSessions, ({ message }) => message);
  return (
    <Panel
      title="Sessions"
      aside={
        sessions.length > 1 && (
          <RowButton label="End all other sessions" danger disabled={busy} onClick={endOthers}>
            End all others
          </RowButton>
        )
      }
    >
      <SessionList label="Sessions" sessions={sessions} onEnd={endSession} />
    </Panel>
  );
}
