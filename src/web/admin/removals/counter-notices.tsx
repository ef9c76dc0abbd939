import { useState } from 'react';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { dayLabel, momentLabel } from '../kit/format/dates.ts';
import type { Case, CounterNotice } from '../kit/records/case.ts';
import { LongText } from '../kit/screen/long-text.tsx';
import { Panel } from '../kit/screen/panel.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { CounterNoticeDialog } from './counter-notice-dialog.tsx';

const stateOf = ({ stoppedAt, stoppedBy, restoredAt, restoredBy, restorableFrom, restoreBy }: CounterNotice) => {
  if (restoredAt) return `Restored by ${restoredBy}, ${momentLabel(restoredAt)}`;
  if (stoppedAt) return `Stopped by ${stoppedBy}, ${momentLabel(stoppedAt)}: the claimant has gone to court`;
  return `May be restored from ${dayLabel(restorableFrom)}, must be restored by ${dayLabel(restoreBy)}`;
};

/** Counter-notices to what a copyright notice removed. */
export function CounterNotices({ found, now }: { found: Case; now: number }) {
  const [isAdding, setAdding] = useState(false);
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The counter-notice could not be changed.');
  const { counterNotices, urls, id, version } = found;
  const removed = urls.filter(({ decision }) => decision === 'remove');
  if (found.kind !== 'copyright' || (removed.length === 0 && counterNotices.length === 0)) return null;

  const inputOf = (notice: CounterNotice) => ({ params: { id, notice: notice._id }, body: { version } });
  const stop = async (notice: CounterNotice) => {
    const details = 'What was removed stays removed. This cannot be undone; a new counter-notice can be entered.';
    if (!(await confirm({ question: 'Has the claimant gone to court?', details, confirmLabel: 'Stop the clock' })))
      return;
    void run(() => adminClient.stopCounterNotice(inputOf(notice)), 'The clock is stopped.');
  };
  return (
    <Panel
      title="Counter-notices"
      aside={
        removed.length > 0 && (
          <button type="button" className="btn btn-quiet h-9 px-3 text-sm max-md:h-11" onClick={() => setAdding(true)}>
            Enter counter-notice
          </button>
        )
      }
    >
      {counterNotices.length === 0 && (
        <p className="px-4.5 py-4 text-sm text-muted">
          Whoever posted what was removed can send you one by mail or email. Enter it here.
        </p>
      )}
      <ul aria-label="Counter-notices">
        {counterNotices.map((notice) => {
          const isRunning = !notice.stoppedAt && !notice.restoredAt;
          const isEarly = Date.parse(notice.restorableFrom) > now;
          return (
            <li key={notice._id} className="grid gap-2 border-t border-line px-4.5 py-4 text-sm first:border-t-0">
              <p>
                <b className="font-medium">{notice.name}</b>{' '}
                <span className="text-muted">received {dayLabel(notice.receivedAt)}</span>
              </p>
              <div>
                <LongText text={notice.statement} />
              </div>
              <p className={isRunning ? 'font-medium text-accent' : 'text-muted'}>{stateOf(notice)}</p>
              {isRunning && (
                <div className="flex flex-wrap gap-2">
                  <button
                    type="button"
                    className="btn btn-primary h-10 px-4 text-sm max-md:h-11"
                    disabled={busy || isEarly}
                    title={isEarly ? `Not before ${dayLabel(notice.restorableFrom)}` : undefined}
                    onClick={() =>
                      void run(() => adminClient.restoreByCounterNotice(inputOf(notice)), 'What was removed is back.')
                    }
                  >
                    Restore
                  </button>
                  <button
                    type="button"
                    className="btn btn-quiet h-10 px-4 text-sm max-md:h-11"
                    disabled={busy}
                    onClick={() => void stop(notice)}
                  >
                    Claimant has gone to court
                  </button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {isAdding && <CounterNoticeDialog found={found} removed={removed} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
