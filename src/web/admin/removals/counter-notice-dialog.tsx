import type { SubmitEvent } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { CheckboxField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { useSubmit } from '../kit/forms/use-submit.ts';
import type { Case, CaseUrl } from '../kit/records/case.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

interface CounterNoticeDialogProps {
  found: Case;
  /** The URLs that it can be about. */
  removed: CaseUrl[];
  onClose: () => void;
}

/** Enters what the operator got by mail. */
export function CounterNoticeDialog({ found, removed, onClose }: CounterNoticeDialogProps) {
  const { revalidate } = useRevalidator();
  const { busy, problem, errors, submit } = useSubmit('The counter-notice could not be saved.');
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void submit(async () => {
      try {
        await adminClient.addCounterNotice({
          params: { id: found.id },
          body: {
            urls: form.getAll('urls').map(String),
            name: formText(form, 'name'),
            statement: formText(form, 'statement'),
            consentsToJurisdiction: true,
            receivedOn: formText(form, 'receivedOn'),
            version: found.version,
          },
        });
      } finally {
        await revalidate();
      }
      notify('The counter-notice is entered, and its clock runs.');
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
          hint="The claimant gets a copy of it."
        />
        <TextField
          label="Received on"
          name="receivedOn"
          type="date"
          required
          hint="It may be restored 10 business days later, and must be after 14. Public holidays are not counted."
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
          label="It consents to the jurisdiction of a court"
          name="consentsToJurisdiction"
          required
          hint="Without that, and a statement under penalty of perjury, it is not a counter-notice."
        />
        <FormButtons submit="Enter" busy={busy} />
      </Form>
    </FormDialog>
  );
}
