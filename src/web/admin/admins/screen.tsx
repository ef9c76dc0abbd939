import { limits } from '#contract/values/limits.ts';
import { SessionList } from '../kit/lists/session-list.tsx';
import { loadAdmins } from '../kit/records/admin.ts';
import { endAnySession, endSessionsOfAdmin, loadAllSessions } from '../kit/records/session.ts';
import { loadMinPasswordLength } from '../kit/records/settings.ts';
import { Panel } from '../kit/screen/panel.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { readAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { AccessDenied } from './access-denied.tsx';
import { AdminManagement } from './admin-management.tsx';

export const clientLoader = async () => {
  const admin = readAdmin();
  const { min } = limits.password;
  if (admin?.role !== 'main_admin')
    return { admin, list: { data: [] }, sessions: { data: [] }, minPasswordLength: { data: min } };
  const [list, sessions, minPasswordLength] = await Promise.all([
    loadWithFallback(loadAdmins(admin._id), [], 'Failed to fetch admins'),
    loadWithFallback(loadAllSessions(), [], 'Failed to fetch sessions'),
    loadWithFallback<number>(loadMinPasswordLength(), min, 'Failed to fetch the settings'),
  ]);
  return { admin, list, sessions, minPasswordLength };
};

export default function ManageAdmins({ loaderData }: Route.ComponentProps) {
  const { admin, list, sessions, minPasswordLength } = loaderData;
  if (!admin)
    return (
      <>
        <ScreenHead title="Admin Management" />
        <Problem message="Admin data not found. Please login again." />
      </>
    );
  if (admin.role !== 'main_admin') return <AccessDenied admin={admin} />;
  const problem = 'problem' in list ? list.problem : undefined;
  return (
    <>
      <AdminManagement admin={admin} admins={list.data} minPasswordLength={minPasswordLength.data} problem={problem} />
      {sessions.data.length > 0 && (
        <div className="mt-6 max-w-3xl">
          <Panel title="Sessions">
            <SessionList
              label="Sessions of all admins"
              sessions={sessions.data}
              onEnd={endAnySession}
              onEndAll={endSessionsOfAdmin}
            />
          </Panel>
        </div>
      )}
    </>
  );
}
