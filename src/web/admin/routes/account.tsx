import { PasswordForm } from '../account/password-form.tsx';
import { SessionList } from '../account/session-list.tsx';
import { Panel } from '../dashboard/panel.tsx';
import { Problem } from '../lists/problem.tsx';
import { ScreenHead } from '../lists/screen-head.tsx';
import { adminClient } from '../session/admin-client.ts';
import { useAdmin } from '../session/admin-session.ts';
import { loadOr } from '../session/failure.ts';
import type { Route } from './+types/account.ts';

const none = { success: true as const, sessions: [] };

export const clientLoader = () => loadOr(adminClient.getSessions(), none, 'Failed to fetch sessions');

export default function Account({ loaderData: { data, problem } }: Route.ComponentProps) {
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
          <SessionList sessions={data.sessions} />
        </Panel>
      </div>
    </>
  );
}
