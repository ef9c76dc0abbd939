import { type SubmitEvent, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { Form, useSubmit } from '../kit/forms/form.tsx';
import { NewPasswordField, newPasswordProblem } from '../kit/forms/new-password-field.tsx';
import { SessionList } from '../kit/lists/access-lists.tsx';
import {
  endOtherSessions,
  endSession,
  loadSecondFactor,
  loadSessions,
  loadTokens,
  type SecondFactor,
  type Session,
  type Token,
} from '../kit/records/accounts.ts';
import { loadMinPasswordLength } from '../kit/records/settings.ts';
import { Panel, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import {
  forgetReturnUrl,
  isConfinedToAccount,
  readAdmin,
  returnUrl,
  storeAdmin,
  useAdmin,
} from '../kit/session/admin-session.ts';
import { type Loaded, loadWithFallback } from '../kit/session/failure.ts';
import { RowButton } from '../kit/table/row-actions.tsx';
import { notify } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';
import { SecondFactorPanel } from './second-factor.tsx';
import { TokensPanel } from './tokens.tsx';

function OwnSessions({ sessions }: { sessions: Session[] }) {
  const { run, busy } = useSingleAction('The sessions could not be ended.');
  const endOthers = () => void run(endOtherSessions, ({ message }) => message);
  return (
    <Panel
      title="Sessions"
      aside={
        sessions.length > 1 && (
          <RowButton label="End all other sessions" danger disabled={busy} onClick={endOthers}>
            End all others
          </RowButton>
        )
      }
    >
      <SessionList label="Sessions" sessions={sessions} onEnd={endSession} />
    </Panel>
  );
}

const field = { type: 'password', required: true, maxLength: limits.password.max } as const;

function PasswordForm({ minLength }: { minLength: number }) {
  // Used as a key: a new one resets the strength meter, which form.reset() doesn’t.
  const [changes, setChanges] = useState(0);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const { busy, problem, errors, submit, refuse } = useSubmit('The password could not be changed.');

  const change = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const newPassword = String(form.get('newPassword'));
    const passwordProblem = newPasswordProblem(newPassword, String(form.get('confirmation')), minLength);
    if (passwordProblem) {
      const { wrong, message } = passwordProblem;
      return refuse(message, wrong === 'password' ? 'newPassword' : wrong);
    }
    void submit(async () => {
      const body = { currentPassword: String(form.get('currentPassword')), newPassword };
      notify((await adminClient.changePassword({ body })).message);
      element.reset();
      setChanges((count) => count + 1);
      const admin = readAdmin();
      if (admin?.mustChangePassword) {
        storeAdmin({ ...admin, mustChangePassword: false });
        await navigate(returnUrl());
        forgetReturnUrl();
      } else await revalidator.revalidate();
    });
  };

  return (
    <Form errors={errors} onSubmit={change} className="grid gap-4 p-4.5">
      <Problem message={problem} />
      <TextField label="Current password" name="currentPassword" autoComplete="current-password" {...field} />
      <NewPasswordField
        key={changes}
        label="New password"
        name="newPassword"
        hint={`At least ${minLength} characters. You'll be signed out everywhere else.`}
      />
      <TextField label="Confirm new password" name="confirmation" autoComplete="new-password" {...field} />
      <div>
        <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
          Change password
        </button>
      </div>
    </Form>
  );
}

const notLoaded = async <T,>(data: T): Promise<Loaded<T>> => ({ data });

/** The API refuses some calls until an initial password is changed and a required second factor is added. */
export const clientLoader = async () => {
  const admin = readAdmin();
  const [minPasswordLength, secondFactor, sessions, tokens] = await Promise.all([
    loadWithFallback<number>(loadMinPasswordLength(), limits.password.min, 'Failed to fetch the settings'),
    admin?.mustChangePassword
      ? notLoaded<SecondFactor | undefined>(undefined)
      : loadWithFallback<SecondFactor | undefined>(loadSecondFactor(), undefined, 'Failed to fetch the second factor'),
    isConfinedToAccount(admin)
      ? notLoaded<Session[]>([])
      : loadWithFallback<Session[]>(loadSessions(), [], 'Failed to fetch sessions'),
    isConfinedToAccount(admin)
      ? notLoaded<Token[] | undefined>(undefined)
      : loadWithFallback<Token[] | undefined>(loadTokens(), undefined, 'Failed to fetch the API tokens'),
  ]);
  return { minPasswordLength, secondFactor, sessions, tokens };
};

const notices = {
  password: 'Someone else chose your password. Choose your own to continue.',
  secondFactor: 'Every admin needs a second factor. Set up an authenticator app or add a passkey to continue.',
};

export default function Account({ loaderData }: Route.ComponentProps) {
  const { minPasswordLength, secondFactor, sessions, tokens } = loaderData;
  const admin = useAdmin();
  return (
    <>
      <ScreenHead title="My account" />
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
