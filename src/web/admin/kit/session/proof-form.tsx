import type { Ref, SubmitEvent } from 'react';
import { proofMinutes } from '#contract/values/fresh-proof.ts';
import { limits } from '#contract/values/limits.ts';
import { TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { useSubmit } from '../forms/use-submit.ts';
import { Problem } from '../screen/problem.tsx';
import { adminClient } from './admin-client.ts';
import { useAdmin } from './admin-session.ts';

interface ProofFormProps {
  /** Of the password field. */
  ref: Ref<HTMLInputElement>;
  onProved: () => void;
  onCancel: () => void;
}

export function ProofForm({ ref, onProved, onCancel }: ProofFormProps) {
  const admin = useAdmin();
  const { busy, problem, errors, submit } = useSubmit('Your password could not be checked.');

  const prove = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    void submit(async () => {
      await adminClient.proveIdentity({ body: { password } });
      onProved();
    });
  };

  return (
    <>
      <p className="mb-4 text-muted">
        This changes who gets into the site, so please enter your password once more. You won’t be asked again for{' '}
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
        <FormButtons submit="Confirm" busy={busy} onCancel={onCancel} />
      </Form>
    </>
  );
}
