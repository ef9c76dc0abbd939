import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { DraftOffer } from '../kit/drafts/draft-offer.tsx';
import { useKeptDraft } from '../kit/drafts/use-kept-draft.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import type { Partner } from '../kit/records/partner.ts';
import { Problem } from '../kit/screen/problem.tsx';

interface RejectDialogProps {
  partner: Partner | null;
  onClose: () => void;
  onReject: (partner: Partner, reason: string) => Promise<void>;
}

/** Asks for the reason; keyed by the submission, so that no other gets its text. It stays open, with the text, until the server has saved the decision. */
export function RejectDialog({ partner, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const kept = useKeptDraft<string>('rejection', partner, { offers: partner !== null });
  const { busy, problem, errors, submit } = useSubmit('The decision could not be saved.');

  const type = (text: string) => {
    setReason(text);
    if (text.trim() === '') kept.drop();
    else kept.keep(text);
  };
  const reject = (event: SubmitEvent) => {
    event.preventDefault();
    if (!partner) return;
    void submit(async () => {
      await onReject(partner, reason.trim());
      kept.drop();
      onClose();
    });
  };

  return (
    <FormDialog
      open={partner !== null}
      title="Reject submission"
      unsaved={reason.trim() !== '' && !busy}
      onDiscard={kept.drop}
      onClose={onClose}
    >
      <Problem message={problem} />
      <DraftOffer {...kept} onContinue={(draft) => setReason(kept.take(draft))} onDiscard={kept.refuse}>
        <Form errors={errors} className="flex flex-col gap-4" onSubmit={reject}>
          <TextAreaField
            label="Reason"
            name="reason"
            hint="Sent to the submitter by email."
            required
            maxLength={limits.partner.rejectReason}
            value={reason}
            onChange={(event) => type(event.target.value)}
          />
          <FormButtons submit="Reject" busy={busy || reason.trim() === ''} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
