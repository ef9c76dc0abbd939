import type { SubmitEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { TextField } from '../../kit/forms/fields.tsx';
import { Form } from '../../kit/forms/form.tsx';
import { FormButtons } from '../../kit/forms/form-buttons.tsx';
import { formText } from '../../kit/forms/form-text.ts';
import { useSubmit } from '../../kit/forms/use-submit.ts';
import { Problem } from '../../kit/screen/problem.tsx';

interface PasskeyDialogProps {
  open: boolean;
  title: string;
  text?: string;
  submitLabel: string;
  fallbackMessage: string;
  defaultName: string;
  onClose: () => void;
  onSubmit: (name: string) => Promise<unknown>;
}

/** Names a passkey: one that is to be created, or one that exists. */
export function PasskeyDialog(props: PasskeyDialogProps) {
  const { open, title, text, submitLabel, fallbackMessage, defaultName, onClose, onSubmit } = props;
  const { busy, problem, errors, submit, clearFailure } = useSubmit(fallbackMessage);
  const close = () => {
    clearFailure();
    onClose();
  };
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = formText(new FormData(event.currentTarget), 'name');
    void submit(() => onSubmit(name));
  };
  return (
    <FormDialog open={open} title={title} onClose={close}>
      <Form errors={errors} onSubmit={send} className="flex flex-col gap-5">
        <Problem message={problem} />
        {text && <p>{text}</p>}
        <TextField
          label="Name"
          name="name"
          required
          defaultValue={defaultName}
          maxLength={limits.passkeyName}
          hint="So that you recognise it in the list."
        />
        <FormButtons submit={submitLabel} busy={busy} />
      </Form>
    </FormDialog>
  );
}
