import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { logoMissing } from '#contract/values/sentences.ts';
import { websiteSentFragment as sentId } from '#contract/values/website-sent.ts';
import { browserClient } from '../../browser-client.ts';
import { isApiError } from '../api-error.ts';
import { FormField } from './form-field.tsx';
import { clearDraft, restoreDraft, saveDraft } from './promotion-draft.ts';

interface Failure {
  message: string;
  /** The server's message for each field that it rejected. */
  fields: Record<string, string>;
  logoMissing?: boolean;
}

const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return { message: 'Error adding website.', fields: {} };
  return { message: 'Failed to add website.', fields: error.fields ?? {} };
};

const noLogo: Failure = { message: logoMissing, fields: {}, logoMissing: true };
const messageId = 'promotion-message';

/** Submits a website for promotion. The inputs are uncontrolled, so a rejected form keeps what was typed. */
export function PromotionForm({ onSent }: { onSent: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    if (!form.current) return;
    // Sent before React had loaded, or typed before.
    if (location.hash === `#${sentId}`) clearDraft(form.current);
    restoreDraft(form.current);
    saveDraft(form.current);
  }, []);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure]);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = event.currentTarget;
    const values = new FormData(sent);
    const logo = values.get('logo');
    if (!(logo instanceof File) || logo.size === 0) {
      setFailure({ ...noLogo });
      return;
    }
    setSending(true);
    setFailure(undefined);
    try {
      await browserClient.addWebsite({ form: values });
      clearDraft(sent);
      onSent();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setSending(false);
    }
  };

  const errors = failure?.fields ?? {};
  const { name, description } = limits.partner;
  return (
    <form
      ref={form}
      // Without JavaScript the API answers with a redirect to the message on this page.
      method="post"
      action="/api/add-website"
      encType="multipart/form-data"
      onSubmit={send}
      onInput={(event) => saveDraft(event.currentTarget)}
      className="mt-5 grid gap-4"
    >
      <FormField label="Website name" name="name" required maxLength={name} error={errors.name} />
      <FormField
        label="Website link"
        name="link"
        type="url"
        required
        maxLength={limits.url}
        placeholder="https://"
        error={errors.link}
      />
      <FormField
        label="Email"
        name="email"
        type="email"
        required
        maxLength={limits.email}
        autoComplete="email"
        error={errors.email}
      />
      <FormField
        label="Description"
        name="description"
        multiline
        rows={3}
        maxLength={description}
        error={errors.description}
      />
      <FormField
        label="Logo"
        name="logo"
        type="file"
        accept="image/*"
        error={errors.logo}
        errorId={failure?.logoMissing ? messageId : undefined}
      />
      {failure && (
        <p id={messageId} role="alert" className="font-medium text-danger">
          {failure.message}
        </p>
      )}
      <button type="submit" disabled={sending} aria-busy={sending} className="btn btn-primary">
        {sending ? 'Sending...' : 'Submit website'}
      </button>
    </form>
  );
}
