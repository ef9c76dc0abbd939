import type { SubmitEvent } from 'react';
import type { SecondFactor } from '#contract/values/second-factors.ts';
import { CodeField } from '../forms/code-field.tsx';
import { LoginMessage, type Message } from './login-message.tsx';

interface CodeStepProps {
  secondFactors: SecondFactor[];
  busy: boolean;
  message: Message | undefined;
  onSubmit: (code: string) => void;
}

/** The second step of a login, after the password. */
export function CodeStep({ secondFactors, busy, message, onSubmit }: CodeStepProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('code')));
  };
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid gap-4">
      {/* It replaces the field for the password, which had the focus. */}
      <CodeField ref={(input) => input?.focus()} hasApp={secondFactors.includes('authenticator_app')} />
      <LoginMessage message={message} />
      <button type="submit" disabled={busy} aria-busy={busy} className="btn btn-primary">
        {busy ? 'Logging in...' : 'Continue'}
      </button>
    </form>
  );
}
