import type { SubmitEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import type { SecondFactor } from '#contract/values/second-factors.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { LoginMessage, type Message } from './login-message.tsx';

interface CodeStepProps {
  secondFactors: SecondFactor[];
  busy: boolean;
  message: Message | undefined;
  onSubmit: (code: string) => void;
}

/** The second step of a login, after the password. */
export function CodeStep({ secondFactors, busy, message, onSubmit }: CodeStepProps) {
  const hasApp = secondFactors.includes('authenticator_app');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('code')));
  };
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid gap-4">
      <TextField
        label={hasApp ? 'Code' : 'Recovery code'}
        name="code"
        required
        // The field replaces the one for the password, which had the focus.
        ref={(input) => input?.focus()}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.secondFactorCode}
        hint={
          hasApp
            ? 'The 6 digits in your authenticator app, or one of your recovery codes.'
            : 'Or use your passkey below.'
        }
      />
      <LoginMessage message={message} />
      <button type="submit" disabled={busy} aria-busy={busy} className="btn btn-primary">
        {busy ? 'Logging in...' : 'Continue'}
      </button>
    </form>
  );
}
