import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { startBackup } from '../kit/records/system.ts';

/** Has a backup made in the background. */
export function BackUpNow() {
  const { run, busy } = useSingleAction('The backup could not be started.');
  return (
    <button
      type="button"
      className="btn btn-quiet h-9 px-3.5 text-sm max-md:h-10"
      disabled={busy}
      onClick={() => run(startBackup, () => 'A backup is being made.')}
    >
      Back up now
    </button>
  );
}
