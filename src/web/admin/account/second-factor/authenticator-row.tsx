import { useState } from 'react';
import { useConfirmation } from '../../kit/feedback/confirmation.tsx';
import { notifyFailure } from '../../kit/feedback/toasts.tsx';
import { useOnce } from '../../kit/feedback/use-once.ts';
import { useSingleAction } from '../../kit/feedback/use-single-action.ts';
import { adminClient } from '../../kit/session/admin-client.ts';
import { failureMessage } from '../../kit/session/failure.ts';
import { RowButton } from '../../kit/table/row-actions.tsx';
import type { Added } from './added.ts';
import { AuthenticatorDialog, type NewSecret } from './authenticator-dialog.tsx';
import { FactorRow } from './factor-row.tsx';

interface AuthenticatorRowProps {
  isOn: boolean;
  /** Why it cannot be turned off. */
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
      await run(() => adminClient.removeAuthenticatorApp(), 'The authenticator app is off.');
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
