import { loadSessions } from '../kit/records/session.ts';
import { Panel } from '../kit/screen/panel.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';

export const clientLoader = () => loadWithFallback(loadSessions(), [], 'Failed to fetch sessions');

export default function Account({ loaderData: { data: sessions, problem } }: Route.ComponentProps) {
  const admin = useAdmin();
  return (
    <>
      <ScreenHead title="My Account" />
      <p className="-mt-3 mb-5 break-all text-muted">{admin?.email}</p>
      <Problem message={problem} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Password">
          <PasswordForm />
        </Panel>
        <Panel title="Sessions">
          <SessionList sessions={sessions} />
        </Panel>
      </div>
    </>
  );
}
