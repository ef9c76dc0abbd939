import { type SubmitEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { limits } from '#contract/values/limits.ts';
import { browserClient } from '../../browser-client.ts';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { forgetReturnUrl, returnUrl, storeAdmin, useAdmin, useSignedIn } from '../kit/session/admin-session.ts';
import { networkError } from '../kit/session/failure.ts';

interface Message {
  text: string;
  failed: boolean;
}

const loginFailure = (error: unknown) =>
  error instanceof ApiError ? `Login failed: ${error.serverMessage ?? 'Invalid credentials'}` : networkError;

export default function Login() {
  const { settings } = useSite();
  const admin = useAdmin();
  const navigate = useNavigate();
  // Before hydration the browser would submit the form natively, with the password.
  const isHydrated = useSignedIn() !== undefined;
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>();

  const signIn = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const identifier = String(form.get('identifier')).trim();
    const password = String(form.get('password'));
    const identity = identifier.includes('@') ? { email: identifier } : { username: identifier };
    setBusy(true);
    setMessage(undefined);
    try {
      const response = await browserClient.adminLogin({ body: { ...identity, password } });
      storeAdmin(response.admin);
      setMessage({ text: 'Login successful! Redirecting...', failed: false });
      const url = returnUrl();
      forgetReturnUrl();
      navigate(url);
    } catch (error) {
      setMessage({ text: loginFailure(error), failed: true });
      setBusy(false);
    }
  };

  return (
    <main className="grid min-h-svh place-items-center bg-[radial-gradient(60%_60%_at_50%_0%,var(--accent-soft),transparent)] p-4">
      <title>{`Admin login · ${settings.siteName}`}</title>
      <div className="w-full max-w-[420px] rounded-[20px] border border-line bg-surface p-7 shadow-pop sm:p-8">
        <div className="flex items-center justify-between">
          <Link to="/" className="logo rounded-sm">
            {settings.siteName}
          </Link>
          <ThemeToggle />
        </div>
        <h1 className="mt-6">Admin login</h1>
        <form method="post" onSubmit={signIn} className="mt-5 grid gap-4">
          <TextField
            label="Email or username"
            name="identifier"
            required
            autoComplete="username"
            maxLength={limits.identifier}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            required
            autoComplete="current-password"
            maxLength={limits.password.max}
          />
          <p role="alert" className={`font-medium ${message?.failed ? 'text-danger' : 'text-accent'} empty:hidden`}>
            {message?.text}
          </p>
          <button type="submit" disabled={busy || !isHydrated} aria-busy={busy} className="btn btn-primary">
            {busy ? 'Logging in...' : 'Login'}
          </button>
        </form>
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
