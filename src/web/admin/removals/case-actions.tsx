import { type SubmitEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CaseRecord } from '#contract/removals.ts';
import { type CaseReason, type CaseReasons, reasonsFor } from '#contract/values/case-reasons.ts';
import type { CaseDecision } from '#contract/values/cases.ts';
import { limits } from '#contract/values/fields.ts';
import { plural } from '../../components/format.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { notify } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Case } from './cases.ts';
import { ReasonDialog, TemplateField } from './reason-dialog.tsx';

interface QuestionDialogProps {
  found: Case;
  /** Questions of the settings. */
  questions: readonly CaseReason[];
  onClose: () => void;
  onAsk: (question: string) => Promise<unknown>;
}

const isNeverPaused = ({ kind }: Case) => kind === 'intimate_image' || kind === 'minor';

/** Asks the reporter. */
function QuestionDialog({ found, questions, onClose, onAsk }: QuestionDialogProps) {
  const fitting = reasonsFor(questions, found.kind);
  const [question, setQuestion] = useState('');
  const isTyped = question.trim() !== '' && !fitting.some(({ text }) => text === question);
  const { busy, problem, errors, submit } = useSubmit('The question could not be sent.');
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(async () => {
      await onAsk(question.trim());
      onClose();
    });
  };
  return (
    <FormDialog open title="Ask the reporter" unsaved={isTyped && !busy} onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={ask}>
        <p className="text-muted">
          {isNeverPaused(found)
            ? 'The clock goes on meanwhile: the law does not let it wait for an answer.'
            : 'The clock stands still until the answer arrives.'}
          {found.reporterEmail === '' && ' There is no email: the reporter sees the question on the status page only.'}
        </p>
        <TemplateField reasons={fitting} namesKinds={false} onChoose={setQuestion} />
        <TextAreaField
          label="Question"
          name="question"
          rows={5}
          required
          maxLength={limits.cases.question}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <FormButtons submit="Ask" busy={busy} disabled={question.trim() === ''} />
      </Form>
    </FormDialog>
  );
}

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
