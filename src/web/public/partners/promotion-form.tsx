import { type SubmitEvent, useState } from 'react';
import { browserClient } from '../../browser-client.ts';
import { isApiError } from '../api-error.ts';
import { FormField } from './form-field.tsx';

const failureOf = (error: unknown) => {
  if (!isApiError(error)) return { message: 'Error adding website.', fields: {} };
  return { message: 'Failed to add website.', fields: error.fields ?? {} };
};

/** A site that asks to be promoted. Its fields are checked by the browser, the logo here. */
export function PromotionForm({ onSent }: { onSent: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message: string; fields: Record<string, string> }>();

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const logo = form.get('logo');
    if (!(logo instanceof File) || logo.size === 0) {
      setProblem({ message: 'Please upload a logo image', fields: {} });
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await browserClient.addWebsite({ form });
      onSent();
    } catch (error) {
      setProblem(failureOf(error));
    } finally {
      setBusy(false);
    }
  };

  const fields = problem?.fields ?? {};
  return (
    <form onSubmit={send} className="mt-5 grid gap-4">
      <FormField label="Website name" name="name" required maxLength={200} problem={fields.name} />
      <FormField label="Website link" name="link" type="url" required placeholder="https://" problem={fields.link} />
      <FormField label="Email" name="email" type="email" required autoComplete="email" problem={fields.email} />
      <label className="grid gap-1.5 text-sm font-medium">
        Description
        <textarea name="description" rows={3} maxLength={2000} className="field font-normal" />
      </label>
      <FormField label="Logo" name="logo" type="file" accept="image/*" problem={fields.logo} />
      {problem && (
        <p role="alert" className="font-medium text-danger">
          {problem.message}
        </p>
      )}
      <button type="submit" disabled={busy} aria-busy={busy} className="btn btn-primary">
        {busy ? 'Sending...' : 'Submit website'}
      </button>
    </form>
  );
}
