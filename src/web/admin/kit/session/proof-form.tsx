import { type Ref, type SubmitEvent, useEffect, useState } from 'react';
import { proofMinutes } from '#contract/values/fresh-proof.ts';
import { limits } from '#contract/values/limits.ts';
import { CodeField } from '../forms/code-field.tsx';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { formText } from '../forms/form-text.ts';
import { useSubmit } from '../forms/use-submit.ts';
import { loadSecondFactor, proveWithPasskey, type SecondFactor } from '../records/second-factor.ts';
import { Problem } from '../screen/problem.tsx';
import { adminClient } from './admin-client.ts';
import { useAdmin } from './admin-session.ts';
import { arePasskeysSupported } from './passkeys.ts';

interface ProofFormProps {
  /** Of the password field. */
  ref: Ref<HTMLInputElement>;
  onProved: () => void;
}

/** The account's second factors; undefined until they are loaded. */
const useSecondFactor = () => {
  const [secondFactor, setSecondFactor] = useState<SecondFactor>();
  useEffect(() => {
    // If it fails, the API still says what is missing.
    loadSecondFactor().then(setSecondFactor, console.warn);
  }, []);
  return secondFactor;
};

export function ProofForm({ ref, onProved }: ProofFormProps) {
  const admin = useAdmin();
  const { busy, problem, errors, submit } = useSubmit('Your identity could not be checked.');
  const { authenticatorApp = false, passkeys = [] } = useSecondFactor() ?? {};
  const needsCode = authenticatorApp || passkeys.length > 0 || errors?.code !== undefined;

  const prove = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = needsCode ? { code: formText(form, 'code') } : {};
    void submit(async () => {
      await adminClient.proveIdentity({ body: { password: String(form.get('password')), ...code } });
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
        This affects the security of the site, so please enter your password {needsCode ? 'and a code' : 'once more'}.
        You won’t be asked again for {proofMinutes} minutes.
      </p>
      <Problem message={errors?.password || errors?.code ? undefined : problem} />
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
        {needsCode && <CodeField hasApp={authenticatorApp || passkeys.length === 0} />}
        {passkeys.length > 0 && arePasskeysSupported() && (
          <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => void confirmWithPasskey()}>
            Use a passkey instead
          </button>
        )}
        <FormButtons submit="Confirm" busy={busy} />
      </Form>
    </>
  );
}
