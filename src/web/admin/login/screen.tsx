import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { AdminRecord } from '#contract/accounts.ts';
import { ApiError } from '#contract/api-error.ts';
import type { SecondFactor } from '#contract/values/second-factors.ts';
import { browserClient } from '../../browser-client.ts';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { forgetReturnUrl, returnUrl, storeAdmin, useAdmin, useSignedIn } from '../kit/session/admin-session.ts';
import { networkError } from '../kit/session/failure.ts';
import { PasskeyError } from '../kit/session/passkey-error.ts';
import { arePasskeysSupported, signWithPasskey } from '../kit/session/passkeys.ts';
import { CodeStep } from './code-step.tsx';
import type { Message } from './login-message.tsx';
import { type Credentials, PasswordStep } from './password-step.tsx';

const loginFailure = (error: unknown) => {
  if (error instanceof PasskeyError) return error.message;
  return error instanceof ApiError ? `Login failed: ${error.serverMessage ?? 'Invalid credentials'}` : networkError;
};

export default function Login() {
  const { settings } = useSite();
  const admin = useAdmin();
  const navigate = useNavigate();
  const isHydrated = useSignedIn() !== undefined;
  const [secondFactors, setSecondFactors] = useState<SecondFactor[]>();
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>();

  const attempt = async (step: () => Promise<void>) => {
    setBusy(true);
    setMessage(undefined);
    try {
      await step();
    } catch (error) {
      setMessage({ text: loginFailure(error), failed: true });
      setBusy(false);
    }
  };
  const finish = (signedIn: AdminRecord) => {
    storeAdmin(signedIn);
    setMessage({ text: 'Login successful! Redirecting...', failed: false });
    const url = returnUrl();
    forgetReturnUrl();
    navigate(url);
  };
  const signIn = ({ identity, password }: Credentials) =>
    attempt(async () => {
      const response = await browserClient.adminLogin({ body: { ...identity, password } });
      if ('admin' in response) return finish(response.admin);
      setSecondFactors(response.secondFactors);
      setBusy(false);
    });
  const enterCode = (code: string) =>
    attempt(async () => finish((await browserClient.loginWithCode({ body: { code } })).admin));
  const signInWithPasskey = () =>
    attempt(async () => {
      const { options } = await browserClient.requestPasskey();
      const passkey = await signWithPasskey(options);
      finish((await browserClient.loginWithPasskey({ body: { passkey } })).admin);
    });
  const goBack = () => {
    setSecondFactors(undefined);
    setMessage(undefined);
  };
  const offersPasskey = !secondFactors || secondFactors.includes('passkey');

  return (
    <main className="grid min-h-svh place-items-center bg-[radial-gradient(60%_60%_at_50%_0%,var(--accent-soft),transparent)] p-4">
      <title>{`Admin login · ${settings.siteName}`}</title>
      <div className="w-full max-w-[420px] rounded-[20px] border border-line bg-surface p-7 shadow-pop sm:p-8">
        <div className="flex items-center justify-between">
          <Link to="/" reloadDocument className="logo rounded-sm">
            {settings.siteName}
          </Link>
          <ThemeToggle />
        </div>
        <h1 className="mt-6">Admin login</h1>
        {secondFactors ? (
          <CodeStep {...{ secondFactors, busy, message }} onSubmit={enterCode} />
        ) : (
          <PasswordStep ready={isHydrated} {...{ busy, message }} onSubmit={signIn} />
        )}
        {/* There from the beginning, so that nothing moves when the page is ready. */}
        {(!isHydrated || arePasskeysSupported()) && offersPasskey && (
          <button
            type="button"
            disabled={busy || !isHydrated}
            onClick={signInWithPasskey}
            className="btn btn-quiet mt-4 w-full"
          >
            Sign in with a passkey
          </button>
        )}
        {secondFactors && (
          <button
            type="button"
            disabled={busy}
            onClick={goBack}
            className="mt-5 cursor-pointer text-sm text-accent underline underline-offset-3"
          >
            Use another account
          </button>
        )}
        {admin && !busy && (
          <p className="mt-5 text-sm text-muted">
            Signed in as {admin.email}.{' '}
            <Link to="/admin/dashboard" className="text-accent underline underline-offset-3">
              Go to the dashboard
            </Link>
          </p>
        )}
      </div>
    </main>
  );
}
