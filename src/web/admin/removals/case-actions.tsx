import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CaseRecord } from '#contract/removals.ts';
import type { CaseReasons } from '#contract/values/case-reasons.ts';
import type { CaseDecision } from '#contract/values/cases.ts';
import { plural } from '../../components/format/plural.ts';
import { notify } from '../kit/feedback/toasts.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import type { Case } from '../kit/records/case.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

interface CaseActionsProps {
  found: Case;
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

const noteOf = (decision: CaseDecision, { urls, reporterEmail }: Case, count: number) =>
  [
    urls.length === 0
      ? 'This notice names no URL.'
      : decision === 'remove'
        ? `${plural(count, 'URL')}: gone for visitors at once, and refused if it is added again.`
        : `${plural(count, 'URL')}: what this case hides returns to its place.`,
    reporterEmail === '' ? 'The reporter gave no email.' : `${reporterEmail} gets an email with the reason.`,
  ].join(' ');

const toastOf = ({ number, status, urls }: CaseRecord, decision: CaseDecision, count: number) => {
  const done = decision === 'remove' ? 'removed' : 'kept';
  return status === 'decided' && count >= urls.length
    ? `Case ${number}: ${done}.`
    : `Case ${number}: ${count} of ${plural(urls.length, 'URL')} ${done}.`;
};

/** Decides what is selected, or asks the reporter. After somebody else's change, the screen shows the case as it is now. */
export function CaseActions({ found, selected, reasons, onDecided }: CaseActionsProps) {
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState<CaseDecision | 'ask'>();
  const [isChanging, setChanging] = useState(false);
  const { run, busy } = useSingleAction('The decision could not be undone.');
  const { id, version, number, urls } = found;
  const params = { id };

  const reloading = async <T,>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } finally {
      await revalidate();
    }
  };
  const undo = (decided: number) =>
    reloading(adminClient.undoDecision({ params, body: { version: decided } })).then(() =>
      notify(`The decision on ${number} is withdrawn.`),
    );
  const decide = async (decision: CaseDecision, reason: string) => {
    const body = { urls: [...selected], decision, reason, version };
    const answer = await reloading(adminClient.decideCase({ params, body }));
    onDecided();
    setChanging(false);
    notify(toastOf(answer.case, decision, selected.length), {
      label: 'Undo',
      run: () => undo(answer.case.version),
    });
  };
  const isClosed = found.status === 'decided' && !isChanging;
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
        {found.isUndoable && (
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
            {labelOf('remove', found, selected.length)}
          </button>
        )}
        {!isClosed && (
          <button type="button" className="btn btn-quiet" disabled={nothingSelected} onClick={() => setOpen('keep')}>
            {labelOf('keep', found, selected.length)}
          </button>
        )}
        {found.status !== 'decided' && (
          <button type="button" className="btn btn-quiet" onClick={() => setOpen('ask')}>
            Ask the reporter
          </button>
        )}
      </div>
      {(open === 'remove' || open === 'keep') && (
        <ReasonDialog
          title={`${labelOf(open, found, selected.length)}: ${number}`}
          note={noteOf(open, found, selected.length)}
          submitLabel={labelOf(open, found, selected.length)}
          kind={found.kind}
          reasons={reasons[open]}
          onClose={close}
          onDecide={(reason) => decide(open, reason)}
        />
      )}
      {open === 'ask' && (
        <QuestionDialog
          found={found}
          questions={reasons.ask}
          onClose={close}
          onAsk={async (question) => {
            await reloading(adminClient.askReporter({ params, body: { question, version } }));
            notify('The question is sent.');
          }}
        />
      )}
    </>
  );
}
