import { limits } from '#contract/values/limits.ts';
import { loadSecondFactor, type SecondFactor } from '../kit/records/second-factor.ts';
import { loadSessions, type Session } from '../kit/records/session.ts';
import { loadMinPasswordLength } from '../kit/records/settings.ts';
import { loadTokens, type Token } from '../kit/records/token.ts';
import { Panel } from '../kit/screen/panel.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { isConfinedToAccount, readAdmin, useAdmin } from '../kit/session/admin-session.ts';
import { type Loaded, loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorPanel } from './second-factor/second-factor-panel.tsx';
import { TokensPanel } from './tokens/tokens-panel.tsx';

const nothing = async <T,>(data: T): Promise<Loaded<T>> => ({ data });

/** Loads what the API allows: it refuses the rest before the password is changed and the second factor added. */
export const clientLoader = async () => {
  const admin = readAdmin();
  const [minPasswordLength, secondFactor, sessions, tokens] = await Promise.all([
    loadWithFallback<number>(loadMinPasswordLength(), limits.password.min, 'Failed to fetch the settings'),
    admin?.mustChangePassword
      ? nothing<SecondFactor | undefined>(undefined)
      : loadWithFallback<SecondFactor | undefined>(loadSecondFactor(), undefined, 'Failed to fetch the second factor'),
    isConfinedToAccount(admin)
      ? nothing<Session[]>([])
      : loadWithFallback<Session[]>(loadSessions(), [], 'Failed to fetch sessions'),
    isConfinedToAccount(admin)
      ? nothing<Token[] | undefined>(undefined)
      : loadWithFallback<Token[] | undefined>(loadTokens(), undefined, 'Failed to fetch the API tokens'),
  ]);
  return { minPasswordLength, secondFactor, sessions, tokens };
};

const notices = {
  password: 'Somebody else chose your password. Choose your own to continue.',
  secondFactor: 'Every admin needs a second factor. Set up an authenticator app or add a passkey to continue.',
};

export default function Account({ loaderData }: Route.ComponentProps) {
  const { minPasswordLength, secondFactor, sessions, tokens } = loaderData;
  const admin = useAdmin();
  return (
    <>
      <ScreenHead title="My Account" />
      <p className="-mt-3 mb-5 break-all text-muted">{admin?.email}</p>
      <Problem message={sessions.problem ?? tokens.problem ?? secondFactor.problem ?? minPasswordLength.problem} />
      <Problem message={admin?.mustChangePassword ? notices.password : undefined} />
      <Problem message={admin?.mustAddSecondFactor && !admin.mustChangePassword ? notices.secondFactor : undefined} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          {secondFactor.data && <SecondFactorPanel secondFactor={secondFactor.data} />}
          <Panel title="Password">
            <PasswordForm minLength={minPasswordLength.data} />
          </Panel>
        </div>
        <div className="grid min-w-0 gap-4">
          {tokens.data && <TokensPanel tokens={tokens.data} />}
          {sessions.data.length > 0 && <OwnSessions sessions={sessions.data} />}
        </div>
      </div>
    </>
  );
}
