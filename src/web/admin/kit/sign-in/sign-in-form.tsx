import { useSignedIn } from '../session/admin-session.ts';
import { arePasskeysSupported } from '../session/passkeys.ts';
import { CodeStep } from './code-step.tsx';
import { PasswordStep } from './password-step.tsx';
import type { SignInSteps } from './use-sign-in.ts';

interface SignInFormProps {
  steps: SignInSteps;
  /** Who signs in again. */
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
      {/* There from the beginning, so that nothing moves when the page is ready. */}
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
