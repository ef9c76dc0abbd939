import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CaseRecord } from '#contract/removals.ts';
import type { CaseDecision, CaseReasons } from '#contract/values/cases.ts';
import { plural } from '../../components/format.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { notify } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Case } from './cases.ts';
import { emailNote } from './email-note.ts';
import { ReporterMessageDialog } from './reporter-message-dialog.tsx';

const questionNote = (caseRecord: Case) =>
  [
    caseRecord.kind === 'intimate_image' || caseRecord.kind === 'minor'
      ? 'The deadline keeps running: by law, it cannot wait for an answer.'
      : 'The deadline is paused until the reporter answers.',
    emailNote(caseRecord, 'the question'),
  ].join(' ');

interface CaseActionsProps {
  caseRecord: Case;
  /** Ids of the URLs to decide on. */
  selected: readonly string[];
  reasons: CaseReasons;
  onDecided: () => void;
}

const verbs: Record<CaseDecision, string> = { remove: 'Remove', keep: 'Keep' };

const labelOf = (decision: CaseDecision, { urls }: Case, count: number) => {
  if (urls.length === 0) return decision === 'keep' ? 'Close with an answer' : '';
  if (urls.length === 1) return verbs[decision];
  return count === urls.length ? `${verbs[decision]} all` : `${verbs[decision]} ${plural(count, 'URL')}`;
};

const noteOf = (decision: CaseDecision, caseRecord: Case, count: number) =>
  [
    caseRecord.urls.length === 0
      ? 'This notice names no URL.'
      : decision === 'remove'
        ? `${plural(count, 'URL')}: removed from the site at once, and refused if added again.`
        : `${plural(count, 'URL')}: posts hidden by this case are released.`,
    emailNote(caseRecord, 'the reason'),
  ].join(' ');

const toastOf = ({ number, status, urls }: CaseRecord, decision: CaseDecision, count: number) => {
  const done = decision === 'remove' ? 'removed' : 'kept';
  return status === 'decided' && count >= urls.length
    ? `Case ${number}: ${done}.`
    : `Case ${number}: ${count} of ${plural(urls.length, 'URL')} ${done}.`;
};

/** Buttons that decide the selected URLs or ask the reporter. Every call reloads the case, even if it fails. */
export function CaseActions({ caseRecord, selected, reasons, onDecided }: CaseActionsProps) {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<CaseDecision | 'ask'>();
  const [isChanging, setChanging] = useState(false);
  const { run, busy } = useSingleAction('The decision could not be withdrawn.');
  const { id, version, number, urls } = caseRecord;
  const params = { id };

  const undo = async (decidedVersion: number) => {
    await adminClient.undoDecision({ params, body: { version: decidedVersion } }).finally(revalidate);
    notify(`Decision on ${number} withdrawn.`);
  };
  const decide = async (decision: CaseDecision, reason: string) => {
    const body = { urls: [...selected], decision, reason, version };
    const answer = await adminClient.decideCase({ params, body }).finally(revalidate);
    onDecided();
    setChanging(false);
    notify(toastOf(answer.case, decision, selected.length), {
      label: 'Undo',
      run: () => undo(answer.case.version),
    });
  };
  const isClosed = caseRecord.status === 'decided' && !isChanging;
  const nothingSelected = urls.length > 0 && selected.length === 0;
  const close = () => setOpen(undefined);

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isClosed && (
          <button type="button" className="btn btn-quiet" onClick={() => setChanging(true)}>
            Change the decision
          </button>
        )}
        {caseRecord.isUndoable && (
          <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => void run(() => undo(version))}>
            Withdraw the last decision
          </button>
        )}
        {!isClosed && urls.length > 0 && (
          <button
            type="button"
            className="btn border-danger/40 text-danger hover:bg-raised"
            disabled={nothingSelected}
            onClick={() => setOpen('remove')}
          >
            {labelOf('remove', caseRecord, selected.length)}
          </button>
        )}
        {!isClosed && (
          <button type="button" className="btn btn-quiet" disabled={nothingSelected} onClick={() => setOpen('keep')}>
            {labelOf('keep', caseRecord, selected.length)}
          </button>
        )}
        {caseRecord.status !== 'decided' && (
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('ask')}>
            Ask the reporter
          </button>
        )}
      </div>
      {(open === 'remove' || open === 'keep') && (
        <ReporterMessageDialog
          field="reason"
          title={`${labelOf(open, caseRecord, selected.length)}: ${number}`}
          note={noteOf(open, caseRecord, selected.length)}
          submitLabel={labelOf(open, caseRecord, selected.length)}
          releases={open === 'keep'}
          kind={caseRecord.kind}
          sendsMail={caseRecord.sendsMail && caseRecord.hasReporterEmail}
          templates={reasons[open]}
          onClose={close}
          onSend={(reason) => decide(open, reason)}
        />
      )}
      {open === 'ask' && (
        <ReporterMessageDialog
          field="question"
          title="Ask the reporter"
          note={questionNote(caseRecord)}
          submitLabel="Ask"
          kind={caseRecord.kind}
          sendsMail={caseRecord.sendsMail && caseRecord.hasReporterEmail}
          templates={reasons.ask}
          onClose={close}
          onSend={async (question) => {
            await adminClient.askReporter({ params, body: { question, version } }).finally(revalidate);
            notify('Question sent.');
          }}
        />
      )}
    </>
  );
}
