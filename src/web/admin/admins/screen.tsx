import { limits } from '#contract/values/limits.ts';
import { SessionList } from '../kit/lists/session-list.tsx';
import { TokenList } from '../kit/lists/token-list.tsx';
import { loadAdmins } from '../kit/records/admin.ts';
import { endAnySession, endSessionsOfAdmin, loadAllSessions } from '../kit/records/session.ts';
import { loadMinPasswordLength } from '../kit/records/settings.ts';
import { loadAllTokens, revokeAnyToken } from '../kit/records/token.ts';
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
    return {
      admin,
      list: { data: [] },
      sessions: { data: [] },
      tokens: { data: [] },
      minPasswordLength: { data: min },
    };
  const [list, sessions, tokens, minPasswordLength] = await Promise.all([
    loadWithFallback(loadAdmins(admin._id), [], 'Failed to fetch admins'),
    loadWithFallback(loadAllSessions(), [], 'Failed to fetch sessions'),
    loadWithFallback(loadAllTokens(), [], 'Failed to fetch the API tokens'),
    loadWithFallback<number>(loadMinPasswordLength(), min, 'Failed to fetch the settings'),
  ]);
  return { admin, list, sessions, tokens, minPasswordLength };
};

export default function ManageAdmins({ loaderData }: Route.ComponentProps) {
  const { admin, list, sessions, tokens, minPasswordLength } = loaderData;
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
      {tokens.data.length > 0 && (
        <div className="mt-6 max-w-3xl">
          <Panel title="API tokens">
            <TokenList label="API tokens of all admins" tokens={tokens.data} showsOwner onRevoke={revokeAnyToken} />
          </Panel>
        </div>
      )}
    </>
  );
}
