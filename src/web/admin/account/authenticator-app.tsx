import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { limits } from '#contract/values/fields.ts';
import { recoverFrom } from '../../reopen.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { RowButton } from '../kit/table/row-actions.tsx';
import { notifyFailure } from '../kit/toasts.tsx';
import { useOnce } from '../kit/use-once.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import { type Added, FactorRow } from './factor-row.tsx';

const QrCode = lazy(() => import('./qr-code.tsx').catch(recoverFrom));

interface NewSecret {
  secret: string;
  url: string;
}

/** In groups of four characters. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

interface AuthenticatorDialogProps {
  /** Undefined while the dialog is closed. */
  created: NewSecret | undefined;
  onClose: () => void;
  onAdded: (added: Added) => void;
}

function AuthenticatorDialog({ created, onClose, onAdded }: AuthenticatorDialogProps) {
  const { busy, problem, errors, submit, clearFailure } = useSubmit('The authenticator app could not be set up.');
  const close = () => {
    clearFailure();
    onClose();
  };
  const confirm = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = formText(new FormData(event.currentTarget), 'code');
    void submit(async () => onAdded(await adminClient.confirmAuthenticatorApp({ body: { code } })));
  };
  return (
    <FormDialog open={created !== undefined} title="Set up an authenticator app" onClose={close}>
      <Form errors={errors} onSubmit={confirm} className="flex flex-col gap-5">
        <Problem message={problem} />
        <p>
          Scan this code with an app such as a password manager or an authenticator, then enter the 6 digits it shows.
        </p>
        <div className="grid justify-items-center gap-3 sm:grid-cols-[auto_1fr] sm:items-center sm:justify-items-start sm:gap-5">
          <Suspense fallback={<div className="pulse size-48 rounded-xl" />}>
            {created && <QrCode text={created.url} label="QR code for the authenticator app" />}
          </Suspense>
          <div className="min-w-0 text-sm">
            <p className="text-muted">If you cannot scan it, type this secret:</p>
            <code className="mt-1.5 block font-mono text-[15px] [overflow-wrap:anywhere]">
              {created && grouped(created.secret)}
            </code>
          </div>
        </div>
        <TextField
          label="Code"
          name="code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={limits.secondFactorCode}
        />
        <FormButtons submit="Turn on" busy={busy} />
      </Form>
    </FormDialog>
  );
}

interface AuthenticatorRowProps {
  isOn: boolean;
  /** Why it cannot be turned off, if so. */
  keptReason: string | undefined;
  onAdded: (added: Added) => void;
}

export function AuthenticatorRow({ isOn, keptReason, onAdded }: AuthenticatorRowProps) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The authenticator app could not be turned off.');
  const [created, setCreated] = useState<NewSecret>();
  const { busy: isStarting, once } = useOnce();

  const start = () =>
    once(async () => {
      try {
        setCreated(await adminClient.startAuthenticatorApp());
      } catch (error) {
        console.warn(error);
        notifyFailure(failureMessage(error, 'The authenticator app could not be set up.'));
      }
    });
  const remove = async () => {
    const question = 'Turn off the authenticator app?';
    if (await confirm({ question, details: 'Its codes will no longer work.', confirmLabel: 'Turn off' }))
      await run(() => adminClient.removeAuthenticatorApp(), 'Authenticator app turned off.');
  };
  const finish = (added: Added) => {
    setCreated(undefined);
    onAdded(added);
  };
  return (
    <FactorRow
      title="Authenticator app"
      note={isOn ? 'On' : 'An app on your phone shows a new code every 30 seconds.'}
      keptReason={isOn ? keptReason : undefined}
    >
      <RowButton
        label={isOn ? 'Set up another authenticator app' : 'Set up an authenticator app'}
        disabled={isStarting}
        onClick={() => void start()}
      >
        {isOn ? 'Replace' : 'Set up'}
      </RowButton>
      {isOn && (
        <RowButton
          label="Turn off the authenticator app"
          danger
          disabled={busy}
          disabledReason={keptReason}
          onClick={remove}
        >
          Turn off
        </RowButton>
      )}
      <AuthenticatorDialog created={created} onClose={() => setCreated(undefined)} onAdded={finish} />
    </FactorRow>
  );
}
