import { type SubmitEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { dayLabel, momentLabel } from '../kit/format.ts';
import { CheckboxField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { Panel, Problem } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { notify } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Case, CaseUrl, CounterNotice } from './cases.ts';
import { LongText } from './long-text.tsx';

interface CounterNoticeDialogProps {
  caseRecord: Case;
  removed: CaseUrl[];
  onClose: () => void;
}

/** Records a counter-notice that the operator received by mail or email. */
function CounterNoticeDialog({ caseRecord, removed, onClose }: CounterNoticeDialogProps) {
  const { revalidate } = useRevalidator();
  const { busy, problem, errors, submit } = useSubmit('The counter-notice could not be saved.');
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void submit(async () => {
      const body = {
        urls: form.getAll('urls').map(String),
        name: formText(form, 'name'),
        statement: formText(form, 'statement'),
        consentsToJurisdiction: true as const,
        receivedOn: formText(form, 'receivedOn'),
        version: caseRecord.version,
      };
      await adminClient.addCounterNotice({ params: { id: caseRecord.id }, body }).finally(revalidate);
      notify('Counter-notice saved. Its deadlines are running.');
      onClose();
    });
  };
  return (
    <FormDialog open title="Enter counter-notice" onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={save}>
        <TextField label="Name" name="name" required maxLength={limits.cases.name} autoComplete="off" />
        <TextAreaField
          label="Statement"
          name="statement"
          rows={5}
          required
          maxLength={limits.cases.statement}
          hint={
            caseRecord.sendsMail
              ? 'The claimant gets a copy.'
              : 'The site has no mail server: send the claimant a copy yourself. The law asks for it.'
          }
        />
        <TextField
          label="Received on"
          name="receivedOn"
          type="date"
          required
          hint="Posts may be restored after 10 business days and must be within 14. Public holidays are not taken into account."
        />
        <fieldset className="grid gap-1">
          <legend className="text-sm font-medium">About</legend>
          {removed.map(({ _id, title, url }) => (
            <label key={_id} className="flex min-h-10 items-center max-md:h-11 gap-2.5 text-sm">
              <input type="checkbox" name="urls" value={_id} defaultChecked className="size-5 shrink-0 accent-glow" />
              <bdi className="[overflow-wrap:anywhere]">{title || url}</bdi>
            </label>
          ))}
        </fieldset>
        <CheckboxField
          label="The sender consents to the jurisdiction of a court"
          name="consentsToJurisdiction"
          required
          hint="A counter-notice needs this, and a statement under penalty of perjury."
        />
        <FormButtons submit="Enter" busy={busy} />
      </Form>
    </FormDialog>
  );
}

const stateOf = ({ stoppedAt, stoppedBy, restoredAt, restoredBy, restorableFrom, restoreBy }: CounterNotice) => {
  if (restoredAt) return `Restored by ${restoredBy}, ${momentLabel(restoredAt)}`;
  if (stoppedAt) return `Stopped by ${stoppedBy}, ${momentLabel(stoppedAt)}: the claimant has gone to court`;
  return `May be restored from ${dayLabel(restorableFrom)}, must be restored by ${dayLabel(restoreBy)}`;
};

/** Counter-notices against removals for copyright. */
export function CounterNotices({ caseRecord, now }: { caseRecord: Case; now: number }) {
  const [isAdding, setAdding] = useState(false);
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The counter-notice could not be changed.');
  const { counterNotices, urls, id, version } = caseRecord;
  const removed = urls.filter(({ decision }) => decision === 'remove');
  if (caseRecord.kind !== 'copyright' || (removed.length === 0 && counterNotices.length === 0)) return null;

  const inputOf = (notice: CounterNotice) => ({ params: { id, notice: notice._id }, body: { version } });
  const stop = async (notice: CounterNotice) => {
    const details = 'The removed posts stay removed. This cannot be undone, but you can enter a new counter-notice.';
    if (await confirm({ question: 'Has the claimant gone to court?', details, confirmLabel: 'Stop the clock' }))
      void run(() => adminClient.stopCounterNotice(inputOf(notice)), 'Clock stopped.');
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
          The person who posted the removed content can send you one by mail or email. Enter it here.
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
                      void run(() => adminClient.restoreByCounterNotice(inputOf(notice)), 'Posts restored.')
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
      {isAdding && <CounterNoticeDialog caseRecord={caseRecord} removed={removed} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
