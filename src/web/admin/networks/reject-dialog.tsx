import { useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import type { Network } from '../kit/records/network.ts';

interface RejectDialogProps {
  network: Network | null;
  onClose: () => void;
  onReject: (network: Network, reason: string) => Promise<void>;
}

export function RejectDialog({ network, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog open={network !== null} title="Reject submission" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (network) void onReject(network, reason.trim()).then(() => setReason(''));
        }}
      >
        <TextAreaField
          label="Reason"
          hint="Sent to the submitter by email."
          required
          maxLength={limits.partner.rejectReason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormButtons submit="Reject" busy={reason.trim() === ''} onCancel={onClose} />
      </form>
    </FormDialog>
  );
}
