import { lazy, type SubmitEvent, Suspense } from 'react';
import { limits } from '#contract/values/limits.ts';
import { recoverFrom } from '../../../reopen.ts';
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { TextField } from '../../kit/forms/fields.tsx';
import { Form } from '../../kit/forms/form.tsx';
import { FormButtons } from '../../kit/forms/form-buttons.tsx';
import { formText } from '../../kit/forms/form-text.ts';
import { useSubmit } from '../../kit/forms/use-submit.ts';
import { Problem } from '../../kit/screen/problem.tsx';
import { adminClient } from '../../kit/session/admin-client.ts';
import type { Added } from './added.ts';

const QrCode = lazy(() => import('./qr-code.tsx').catch(recoverFrom));

/** What the admin's app needs. */
export interface NewSecret {
  secret: string;
  url: string;
}

/** In groups of four, as people read it out. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

interface AuthenticatorDialogProps {
  /** Undefined while the dialog is closed. */
  created: NewSecret | undefined;
  onClose: () => void;
  onAdded: (added: Added) => void;
}

export function AuthenticatorDialog({ created, onClose, onAdded }: AuthenticatorDialogProps) {
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
