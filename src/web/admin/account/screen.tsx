import { loadSessions, type Session } from '../kit/records/session.ts';
import { Panel } from '../kit/screen/panel.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { readAdmin, useAdmin } from '../kit/session/admin-session.ts';
import { type Loaded, loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';

export const clientLoader = async () =>
  readAdmin()?.mustChangePassword ? { data: [] } : loadWithFallback(loadSessions(), [], 'Failed to fetch sessions');

export default function Account({ loaderData }: Route.ComponentProps) {
  const { data: sessions, problem }: Loaded<Session[]> = loaderData;
  const admin = useAdmin();
  return (
    <>
      <ScreenHead title="My Account" />
      <p className="-mt-3 mb-5 break-all text-muted">{admin?.email}</p>
      <Problem message={problem} />
      <Problem
        message={
          admin?.mustChangePassword ? 'Somebody else chose your password. Choose your own to continue.' : undefined
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Password">
          <PasswordForm />
        </Panel>
        {!admin?.mustChangePassword && <OwnSessions sessions={sessions} />}
      </div>
    </>
  );
}
