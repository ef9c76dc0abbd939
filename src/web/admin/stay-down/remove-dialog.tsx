import type { FormEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import type { Kept } from './stay-down-list.ts';

interface RemoveDialogProps {
  kept: Kept;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks why something may be listed again that a case removed. */
export function RemoveDialog({ kept: { kind, id, url, caseNumber }, onClose, onRemoved }: RemoveDialogProps) {
  const { busy, problem, errors, submit } = useSubmit('This could not be removed.');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = formText(new FormData(event.currentTarget), 'reason');
    void submit(async () => {
      await adminClient.removeKept({ params: { kind, id }, body: { reason } });
      notify(`The ${kind} may be listed again.`);
      onRemoved();
    });
  };
  return (
    <FormDialog open title={`Let this ${kind} be listed again?`} onClose={onClose}>
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          Case {caseNumber} removed <bdi className="[overflow-wrap:anywhere]">{url}</bdi>. Posts that were withheld
          because of it stay withheld until they are released in the case.
        </p>
        <TextAreaField
          label="Reason"
          name="reason"
          required
          rows={3}
          maxLength={limits.stayDown.reason}
          hint="The audit log keeps it."
        />
        <Problem message={problem} />
        <FormButtons submit="Let it be listed" busy={busy} />
      </Form>
    </FormDialog>
  );
}
