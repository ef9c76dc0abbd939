import { type Ref, type SubmitEvent, useEffect, useState } from 'react';
import { proofMinutes } from '#contract/values/fresh-proof.ts';
import { limits } from '#contract/values/limits.ts';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { loadSecondFactor, proveWithPasskey } from '../records/second-factor.ts';
import { Problem } from '../screen/problem.tsx';
import { adminClient } from './admin-client.ts';
import { useAdmin } from './admin-session.ts';
import { arePasskeysSupported } from './passkeys.ts';

interface ProofFormProps {
  /** Of the password field. */
  ref: Ref<HTMLInputElement>;
  onProved: () => void;
  onCancel: () => void;
}

/** Whether the account has a passkey that this browser can ask for. */
const useHasPasskey = () => {
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    if (!arePasskeysSupported()) return;
    loadSecondFactor().then(
      ({ passkeys }) => setHasPasskey(passkeys.length > 0),
      // The password is enough.
      console.warn,
    );
  }, []);
  return hasPasskey;
};

export function ProofForm({ ref, onProved, onCancel }: ProofFormProps) {
  const admin = useAdmin();
  const { busy, problem, errors, submit } = useSubmit('Your identity could not be checked.');
  const hasPasskey = useHasPasskey();

  const prove = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    void submit(async () => {
      await adminClient.proveIdentity({ body: { password } });
      onProved();
    });
  };
  const confirmWithPasskey = () =>
    submit(async () => {
      await proveWithPasskey();
      onProved();
    });

  return (
    <>
      <p className="mb-4 text-muted">
        This affects the security of the site, so please enter your password once more. You won’t be asked again for{' '}
        {proofMinutes} minutes.
      </p>
      <Problem message={errors?.password ? undefined : problem} />
      <Form errors={errors} onSubmit={prove} className="flex flex-col gap-4">
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={admin?.email ?? ''} readOnly hidden aria-hidden />
        <TextField
          ref={ref}
          label="Password"
          name="password"
          type="password"
          required
          maxLength={limits.password.max}
          autoComplete="current-password"
        />
        {hasPasskey && (
          <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => void confirmWithPasskey()}>
            Use a passkey instead
          </button>
        )}
        <FormButtons submit="Confirm" busy={busy} onCancel={onCancel} />
      </Form>
    </>
  );
}
