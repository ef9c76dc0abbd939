import { useRevalidator } from 'react-router';
import { useSingleAction } from '../../kit/feedback/use-single-action.ts';
import { fullCount } from '../../kit/format/counts.ts';
import { type Import, stopImport } from '../../kit/records/import.ts';
import { Panel } from '../../kit/screen/panel.tsx';
import { sizeLabel, timeLabel } from '../import-words.ts';
import { useDiscard } from '../use-discard.ts';
import type { ProgressFailure } from '../use-import-progress.ts';
import { useRate } from './use-rate.ts';

interface Shown {
  title: string;
  note: string;
  done: number;
  /** Unknown while a feed is read for the first time. */
  total: number | undefined;
  unit: (count: number) => string;
}

const rows = (count: number) => `${fullCount(count)} rows`;
const posts = (count: number) => `${fullCount(count)} posts`;

const shownOf = (each: Import): Shown => {
  const { state, doneRows, totalRows, bytes, counts, undone, leftAlone, takenDown } = each;
  if (state === 'receiving')
    return {
      title: 'Fetching the feed',
      note: 'You can leave this screen.',
      done: bytes,
      total: undefined,
      unit: sizeLabel,
    };
  if (state === 'checking')
    return {
      title: 'Dry run',
      note: 'Every row is read and compared with what is here. Nothing is written.',
      done: doneRows,
      total: totalRows ?? undefined,
      unit: rows,
    };
  if (state === 'undoing')
    return {
      title: 'Undoing',
      note: 'Posts that somebody has changed since are left alone.',
      done: undone + leftAlone,
      total: counts.new + counts.changed + takenDown,
      unit: posts,
    };
  return {
    title: 'Importing',
    note: 'It goes on if you leave this screen, and after a restart of the site.',
    done: doneRows,
    total: totalRows ?? undefined,
    unit: rows,
  };
};

function Failure({ failure }: { failure: ProgressFailure }) {
  // Whatever the screen loads asks who has been signed out to sign in again.
  const { revalidate } = useRevalidator();
  if (failure === 'unreachable')
    return (
      <p role="alert" className="text-sm text-danger">
        The progress could not be loaded. It goes on all the same; trying again…
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="alert" className="text-sm text-danger">
        Your session has ended. The import goes on all the same.
      </p>
      <button type="button" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11" onClick={() => void revalidate()}>
        Sign in again
      </button>
    </div>
  );
}

interface ProgressPanelProps {
  progress: Import;
  failure: ProgressFailure | undefined;
}

/** What is happening to an import, live. */
export function ProgressPanel({ progress, failure }: ProgressPanelProps) {
  const { run, busy } = useSingleAction('It could not be stopped.');
  const { discard, isDiscarding } = useDiscard(progress.id);
  const { title, note, done, total, unit } = shownOf(progress);
  const rate = useRate(progress.state, done);
  const left = rate && total !== undefined ? timeLabel(((total - done) / rate) * 1000) : undefined;
  const facts = [
    total === undefined ? unit(done) : `${fullCount(done)} of ${unit(total)}`,
    rate && `${unit(Math.round(rate))} a second`,
    left && total !== undefined && done < total && `${left} left`,
  ].filter(Boolean);
  const stop = () => void run(() => stopImport(progress.id));
  return (
    <Panel title={title}>
      <div className="grid gap-3 p-4.5">
        <progress
          aria-label={title}
          className={`progress ${total === undefined ? 'animate-pulse' : ''}`}
          {...(total === undefined ? {} : { max: Math.max(total, 1), value: Math.min(done, total) })}
        />
        <p role="status" className="tabular-nums">
          {facts.join(' · ')}
        </p>
        <p className="text-sm text-muted">{note}</p>
        {failure && <Failure failure={failure} />}
        <div>
          {progress.state === 'receiving' ? (
            <button type="button" className="btn btn-quiet" disabled={isDiscarding} onClick={discard}>
              Cancel
            </button>
          ) : (
            <button type="button" className="btn btn-quiet" disabled={busy} onClick={stop}>
              Stop
            </button>
          )}
        </div>
      </div>
    </Panel>
  );
}
