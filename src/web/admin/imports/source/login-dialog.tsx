import type { FormEvent } from 'react';
import { importLimits } from '#contract/values/imports.ts';
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { notify } from '../../kit/feedback/toasts.tsx';
import { TextField } from '../../kit/forms/fields.tsx';
import { Form } from '../../kit/forms/form.tsx';
import { FormButtons } from '../../kit/forms/form-buttons.tsx';
import { formText } from '../../kit/forms/form-text.ts';
import { useSubmit } from '../../kit/forms/use-submit.ts';
import { type ImportSource, setSourceLogin } from '../../kit/records/import-source.ts';
import { Problem } from '../../kit/screen/problem.tsx';

interface LoginDialogProps {
  source: ImportSource;
  onClose: () => void;
  onSaved: () => void;
}

/** What the server of a feed wants to know. It is stored encrypted and never shown again. */
export function LoginDialog({ source, onClose, onSaved }: LoginDialogProps) {
  const { busy, problem, errors, submit } = useSubmit('The login could not be saved.');
  const save = (username: string, secret: string) =>
    void submit(async () => {
      await setSourceLogin(source.id, username, secret);
      notify(secret === '' ? 'The login is forgotten.' : 'The login is saved.');
      onSaved();
    });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    save(formText(data, 'username'), formText(data, 'secret'));
  };
  return (
    <FormDialog open title="Login of the feed" size="narrow" onClose={onClose}>
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          For feeds behind a password or a key. It is stored encrypted, and never shown again.
        </p>
        <TextField
          label="User name"
          name="username"
          autoComplete="off"
          maxLength={importLimits.feedUsername}
          hint="Leave empty if the server wants a key alone."
        />
        <TextField
          label="Password or key"
          name="secret"
          type="password"
          required
          autoComplete="new-password"
          maxLength={importLimits.feedSecret}
          hint="Replaces {secret} in the URL, or is sent in a header."
        />
        <Problem message={problem} />
        <FormButtons submit="Save login" busy={busy}>
          {source.hasLogin && (
            <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => save('', '')}>
              Forget it
            </button>
          )}
        </FormButtons>
      </Form>
    </FormDialog>
  );
}
