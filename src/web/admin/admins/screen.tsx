import { useNavigate } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { SessionList, TokenList } from '../kit/lists/access-lists.tsx';
import {
  endAnySession,
  endSessionsOfAdmin,
  loadAdmins,
  loadAllSessions,
  loadAllTokens,
  revokeAnyToken,
} from '../kit/records/accounts.ts';
import { loadMinPasswordLength } from '../kit/records/settings.ts';
import { Panel, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { forgetAdmin, readAdmin, type StoredAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { AdminManagement } from './admin-management.tsx';

/** Also shown when the role stored in the browser is out of date. */
function AccessDenied({ admin }: { admin: StoredAdmin }) {
  const navigate = useNavigate();
  const signInAgain = () => {
    forgetAdmin();
    navigate('/admin');
  };
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-4 rounded-2xl border border-line bg-surface px-6 py-12 text-center">
      <h1>Access Denied</h1>
      <p>Only main admin can access admin management.</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-left text-sm text-muted">
        <dt>Current role:</dt>
        <dd className="[overflow-wrap:anywhere]">{admin.role}</dd>
        <dt>Email:</dt>
        <dd className="[overflow-wrap:anywhere]">{admin.email}</dd>
      </dl>
      <button type="button" className="btn btn-primary" onClick={signInAgain}>
        Re-login to Update Role
      </button>
    </div>
  );
}

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
