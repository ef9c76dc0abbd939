import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/fields.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { momentLabel } from '../kit/format.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { addPasskey, type Passkey, removePasskey, renamePasskey } from '../kit/records/accounts.ts';
import { Problem } from '../kit/screen-parts.tsx';
import { arePasskeysSupported } from '../kit/session/passkeys.ts';
import { RowButton } from '../kit/table/row-actions.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { type Added, FactorRow } from './factor-row.tsx';

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

/** Asks for the name of a new or existing passkey. */
function PasskeyDialog(props: PasskeyDialogProps) {
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
          hint="Helps you recognize it in the list."
        />
        <FormButtons submit={submitLabel} busy={busy} />
      </Form>
    </FormDialog>
  );
}

interface PasskeyRowsProps {
  passkeys: Passkey[];
  /** Why they cannot be removed, if so. */
  keptReason: string | undefined;
  /** Default name of a new passkey. */
  device: string;
  onAdded: (added: Added) => void;
  onChanged: () => Promise<void>;
}

const noteOf = ({ createdAt, lastUsedAt }: Passkey) =>
  `Passkey · added ${momentLabel(createdAt)} · ${lastUsedAt ? `last used ${momentLabel(lastUsedAt)}` : 'never used'}`;

export function PasskeyRows({ passkeys, keptReason, device, onAdded, onChanged }: PasskeyRowsProps) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The passkey could not be removed.');
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();

  const add = async (name: string) => {
    const added = await addPasskey(name);
    setAdding(false);
    onAdded(added);
  };
  const rename = async (name: string) => {
    if (renaming) await renamePasskey(renaming, name);
    setRenaming(undefined);
    await onChanged();
  };
  const remove = async (passkey: Passkey) => {
    const question = `Remove the passkey “${passkey.name}”?`;
    const details = 'It will no longer sign you in. Delete it on the device too.';
    if (await confirm({ question, details, confirmLabel: 'Remove' })) await run(() => removePasskey(passkey));
  };
  const isSupported = arePasskeysSupported();
  return (
    <>
      {passkeys.map((passkey) => (
        <FactorRow key={passkey.id} title={passkey.name} note={noteOf(passkey)} keptReason={keptReason}>
          <RowButton label={`Rename ${passkey.name}`} onClick={() => setRenaming(passkey)}>
            Rename
          </RowButton>
          <RowButton
            label={`Remove ${passkey.name}`}
            danger
            disabled={busy}
            disabledReason={keptReason}
            onClick={() => void remove(passkey)}
          >
            Remove
          </RowButton>
        </FactorRow>
      ))}
      <FactorRow
        title={passkeys.length > 0 ? 'Another passkey' : 'Passkeys'}
        note={
          isSupported
            ? 'Sign in with a fingerprint, face or PIN instead of a password.'
            : 'Passkeys need a newer browser, or the site over https.'
        }
      >
        <RowButton
          label="Add a passkey"
          disabled={!isSupported || passkeys.length >= limits.passkeys}
          onClick={() => setAdding(true)}
        >
          Add
        </RowButton>
      </FactorRow>
      <PasskeyDialog
        open={adding}
        title="Add a passkey"
        text="Your browser will ask where to store it: on this device, on your phone or on a security key."
        submitLabel="Create passkey"
        fallbackMessage="The passkey could not be added."
        defaultName={device}
        onClose={() => setAdding(false)}
        onSubmit={add}
      />
      <PasskeyDialog
        open={renaming !== undefined}
        title="Rename the passkey"
        submitLabel="Save"
        fallbackMessage="The passkey could not be renamed."
        defaultName={renaming?.name ?? ''}
        onClose={() => setRenaming(undefined)}
        onSubmit={rename}
      />
    </>
  );
}
