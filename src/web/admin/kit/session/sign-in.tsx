import { type SubmitEvent, useState } from 'react';
import type { AdminRecord } from '#contract/accounts.ts';
import { ApiError } from '#contract/calls/api-error.ts';
import type { SecondFactor } from '#contract/values/accounts.ts';
import { limits } from '#contract/values/fields.ts';
import { CodeField, TextField } from '../forms/fields.tsx';
import { plainClient } from './admin-client.ts';
import { useSignedIn } from './admin-session.ts';
import { networkError } from './failure.ts';
import { arePasskeysSupported, PasskeyError, signWithPasskey } from './passkeys.ts';

interface Message {
  text: string;
  failed: boolean;
}

function LoginMessage({ message }: { message: Message | undefined }) {
  return (
    <p role="alert" className={`font-medium ${message?.failed ? 'text-danger' : 'text-accent'} empty:hidden`}>
      {message?.text}
    </p>
  );
}

interface CodeStepProps {
  secondFactors: SecondFactor[];
  busy: boolean;
  message: Message | undefined;
  onSubmit: (code: string) => void;
}

/** The second step of signing in, after the password. */
function CodeStep({ secondFactors, busy, message, onSubmit }: CodeStepProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(String(new FormData(event.currentTarget).get('code')));
  };
  return (
    <form method="post" onSubmit={submit} className="mt-5 grid gap-4">
      {/* Takes the focus from the password field that it replaces. */}
      <CodeField ref={(input) => input?.focus()} hasApp={secondFactors.includes('authenticator_app')} />
      <LoginMessage message={message} />
      <button type="submit" disabled={busy} aria-busy={busy} className="btn btn-primary">
        {busy ? 'Logging in...' : 'Continue'}
      </button>
    </form>
  );
}

interface Credentials {
  identity: { email: string } | { username: string };
  password: string;
}

interface PasswordStepProps {
  /** The account that has to sign in again; empty for any account. */
  identifier: string;
  busy: boolean;
  /** False until hydration: the browser would submit the form natively, with the password. */
  ready: boolean;
  message: Message | undefined;
  onSubmit: (credentials: Credentials) => void;
}

function PasswordStep({ identifier, busy, ready, message, onSubmit }: PasswordStepProps) {
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

interface SignInFormProps {
  steps: SignInSteps;
  /** The account that has to sign in again. */
  identifier?: string;
}

/** Asks for a password and perhaps a code, or for a passkey. */
export function SignInForm({ steps, identifier = '' }: SignInFormProps) {
  const { secondFactors, busy, message } = steps;
  const isHydrated = useSignedIn() !== undefined;
  const offersPasskey = !secondFactors || secondFactors.includes('passkey');
  return (
    <>
      {secondFactors ? (
        <CodeStep {...{ secondFactors, busy, message }} onSubmit={steps.enterCode} />
      ) : (
        <PasswordStep ready={isHydrated} {...{ identifier, busy, message }} onSubmit={steps.enterPassword} />
      )}
      {/* Rendered before hydration too, to avoid layout shift. */}
      {(!isHydrated || arePasskeysSupported()) && offersPasskey && (
        <button
          type="button"
          disabled={busy || !isHydrated}
          onClick={steps.usePasskey}
          className="btn btn-quiet mt-4 w-full"
        >
          Sign in with a passkey
        </button>
      )}
      {secondFactors && (
        <button
          type="button"
          disabled={busy}
          onClick={steps.goBack}
          className="mt-5 cursor-pointer text-sm text-accent underline underline-offset-3"
        >
          Use another account
        </button>
      )}
    </>
  );
}

const loginFailure = (error: unknown) => {
  if (error instanceof PasskeyError) return error.message;
  return error instanceof ApiError ? `Login failed: ${error.serverMessage ?? 'Invalid credentials'}` : networkError;
};

/** The steps of signing in: a password and perhaps a code, or a passkey. Stays busy after the last step. */
export const useSignIn = (onSignedIn: (admin: AdminRecord) => void) => {
  /** The account's second factors; undefined in the first step. */
  const [secondFactors, setSecondFactors] = useState<SecondFactor[]>();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>();

  const attempt = async (step: () => Promise<AdminRecord | undefined>) => {
    setBusy(true);
    setMessage(undefined);
    try {
      const admin = await step();
      if (!admin) return setBusy(false);
      setMessage({ text: 'Login successful! Redirecting...', failed: false });
      onSignedIn(admin);
    } catch (error) {
      setMessage({ text: loginFailure(error), failed: true });
      setBusy(false);
    }
  };

  return {
    secondFactors,
    busy,
    message,
    enterPassword: ({ identity, password }: Credentials) =>
      attempt(async () => {
        const response = await plainClient.adminLogin({ body: { ...identity, password } });
        if ('admin' in response) return response.admin;
        setSecondFactors(response.secondFactors);
        return undefined;
      }),
    enterCode: (code: string) => attempt(async () => (await plainClient.loginWithCode({ body: { code } })).admin),
    usePasskey: () =>
      attempt(async () => {
        const { options } = await plainClient.requestPasskey();
        const passkey = await signWithPasskey(options);
        return (await plainClient.loginWithPasskey({ body: { passkey } })).admin;
      }),
    goBack: () => {
      setSecondFactors(undefined);
      setMessage(undefined);
    },
  };
};

type SignInSteps = ReturnType<typeof useSignIn>;
