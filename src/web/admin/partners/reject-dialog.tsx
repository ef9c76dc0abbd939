import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { type FieldErrors, fieldErrorsOf } from '../kit/forms/field-errors.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import type { Partner } from '../kit/records/partner.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { failureMessage } from '../kit/session/failure.ts';

interface RejectDialogProps {
  partner: Partner | null;
  onClose: () => void;
  onReject: (partner: Partner, reason: string) => Promise<void>;
}

/** Asks for the reason. It stays open, with the text, until the server has saved the decision. */
export function RejectDialog({ partner, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ message: string; errors: FieldErrors }>();

  const close = () => {
    setReason('');
    setFailure(undefined);
    onClose();
  };
  const reject = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!partner) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await onReject(partner, reason.trim());
      close();
    } catch (error) {
      console.warn(error);
      setFailure({ message: failureMessage(error, 'The decision could not be saved.'), errors: fieldErrorsOf(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog open={partner !== null} title="Reject submission" onClose={close}>
      <Problem message={failure?.message} />
      <Form errors={failure?.errors} className="flex flex-col gap-4" onSubmit={reject}>
        <TextAreaField
          label="Reason"
          name="reason"
          hint="Sent to the submitter by email."
          required
          maxLength={limits.partner.rejectReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormButtons submit="Reject" busy={busy || reason.trim() === ''} onCancel={close} />
      </Form>
    </FormDialog>
  );
}
