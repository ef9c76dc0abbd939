import { useState } from 'react';
import type { AdminRecord } from '#contract/accounts.ts';
import { ApiError } from '#contract/api-error.ts';
import type { SecondFactor } from '#contract/values/second-factors.ts';
import { plainClient } from '../session/admin-client.ts';
import { networkError } from '../session/failure.ts';
import { PasskeyError } from '../session/passkey-error.ts';
import { signWithPasskey } from '../session/passkeys.ts';
import type { Message } from './login-message.tsx';
import type { Credentials } from './password-step.tsx';

const loginFailure = (error: unknown) => {
  if (error instanceof PasskeyError) return error.message;
  return error instanceof ApiError ? `Login failed: ${error.serverMessage ?? 'Invalid credentials'}` : networkError;
};

/** The steps of signing in: a password, then perhaps a code; or a passkey. Stays busy after the last one. */
export const useSignIn = (onSignedIn: (admin: AdminRecord) => void) => {
  /** What the second step accepts; undefined before it. */
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

export type SignInSteps = ReturnType<typeof useSignIn>;
