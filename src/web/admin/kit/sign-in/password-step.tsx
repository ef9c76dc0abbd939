import type { SubmitEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import { TextField } from '../forms/fields.tsx';
import { LoginMessage, type Message } from './login-message.tsx';

export interface Credentials {
  identity: { email: string } | { username: string };
  password: string;
}

interface PasswordStepProps {
  /** Who signs in again; empty for anybody. */
  identifier: string;
  busy: boolean;
  /** Before hydration the browser would submit the form natively, with the password. */
  ready: boolean;
  message: Message | undefined;
  onSubmit: (credentials: Credentials) => void;
}

export function PasswordStep({ identifier, busy, ready, message, onSubmit }: PasswordStepProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = String(form.get('identifier')).trim();
    const identity = typed.includes('@') ? { email: typed } : { username: typed };
    onSubmit({ identity, password: String(form.get('password')) });
  };
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid gap-4">
      <TextField
        label="Email or username"
        name="identifier"
        required
        defaultValue={identifier}
        autoComplete="username"
        maxLength={limits.identifier}
      />
      <TextField
        label="Password"
        ref={identifier === '' ? undefined : (input) => input?.focus()}
        name="password"
        type="password"
        required
        autoComplete="current-password"
        maxLength={limits.password.max}
      />
      <LoginMessage message={message} />
      <button type="submit" disabled={busy || !ready} aria-busy={busy} className="btn btn-primary">
        {busy ? 'Logging in...' : 'Login'}
      </button>
    </form>
  );
}
