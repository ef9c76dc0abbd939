import { Link, useNavigate } from 'react-router';
import { ThemeToggle } from '../../components/theme-toggle.tsx';
import { useSite } from '../../components/use-site.ts';
import { forgetReturnUrl, returnUrl, storeAdmin, useAdmin } from '../kit/session/admin-session.ts';
import { SignInForm, useSignIn } from '../kit/session/sign-in.tsx';

export default function Login() {
  const { settings } = useSite();
  const admin = useAdmin();
  const navigate = useNavigate();
  const steps = useSignIn((signedIn) => {
    storeAdmin(signedIn);
    const url = returnUrl();
    forgetReturnUrl();
    navigate(url);
  });

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
        <SignInForm steps={steps} />
        {admin && !steps.busy && (
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
