import { useState } from 'react';
import type { NetworkRecord } from '#contract/networks.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';

interface RejectDialogProps {
  network: NetworkRecord | null;
  onClose: () => void;
  onReject: (network: NetworkRecord, reason: string) => Promise<void>;
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
          hint="The submitter gets it by mail."
          required
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormButtons submit="Reject" busy={reason.trim() === ''} onCancel={onClose} />
      </form>
    </FormDialog>
  );
}
