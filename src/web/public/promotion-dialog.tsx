import { type ComponentProps, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { limits, logoMissing } from '#contract/values/fields.ts';
import { websiteSentFragment as sentId } from '#contract/values/partners.ts';
import { browserClient } from '../browser-client.ts';
import { plural } from '../components/format.ts';
import { Icon } from '../components/icon.tsx';
import { CloseModalButton, closeModal, Modal } from '../components/modal.tsx';
import { useSite } from '../components/use-site.ts';
import { isApiError } from './api-error.ts';

interface FieldProps {
  label: string;
  name: string;
  /** Shown below the field. */
  error?: string | undefined;
  /** Id of an error message elsewhere in the form. */
  errorId?: string | undefined;
}

type FormFieldProps =
  | (FieldProps & { multiline?: false } & Omit<ComponentProps<'input'>, 'name'>)
  | (FieldProps & { multiline: true } & Omit<ComponentProps<'textarea'>, 'name'>);

const inputStyle =
  'field font-normal file:mr-3 file:rounded-lg file:border-0 file:bg-raised file:px-3 file:py-1 file:text-text';

function FormField({ label, error, errorId, ...field }: FormFieldProps) {
  const id = useId();
  const describedBy = error ? `${id}-error` : errorId;
  const shared = {
    id,
    dir: 'auto',
    className: inputStyle,
    'aria-invalid': describedBy ? true : undefined,
    'aria-describedby': describedBy,
  };
  // The error is outside the label, where it would become part of the field's accessible name.
  return (
    <div className="grid gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <Control {...field} {...shared} />
      {error && (
        <span id={describedBy} className="text-danger">
          {error}
        </span>
      )}
    </div>
  );
}

function Control(
  props: ({ multiline?: false } & ComponentProps<'input'>) | ({ multiline: true } & ComponentProps<'textarea'>),
) {
  if (props.multiline) {
    const { multiline, ...textarea } = props;
    return <textarea {...textarea} />;
  }
  const { multiline, ...input } = props;
  return <input {...input} />;
}

/** The draft is kept in this browser until the form is sent. It doesn't include the logo. */
const key = 'promotion-draft';

const saveDraft = (form: HTMLFormElement) => {
  const typed = [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value !== '');
  try {
    if (typed.length > 0) localStorage.setItem(key, JSON.stringify(typed));
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is no draft.
  }
};

/** Fills in the draft. Existing values win, because they are newer. */
const restoreDraft = (form: HTMLFormElement) => {
  try {
    const typed: [string, string][] = JSON.parse(localStorage.getItem(key) ?? '[]');
    for (const [name, value] of typed) {
      const field = form.elements.namedItem(name);
      const isTextField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
      if (isTextField && field.value === '') field.value = value;
    }
  } catch {
    // Storage is blocked, or holds something else.
  }
};

const clearDraft = (form: HTMLFormElement) => {
  form.reset();
  saveDraft(form);
};

interface Failure {
  message: string;
  /** The server's message for each rejected field. */
  fields: Record<string, string>;
  logoMissing?: boolean;
}

const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return { message: 'Error adding website.', fields: {} };
  return { message: 'Failed to add website.', fields: error.fields ?? {} };
};

const noLogo: Failure = { message: logoMissing, fields: {}, logoMissing: true };
const messageId = 'promotion-message';

/** Submits a website for promotion. The inputs are uncontrolled, so that a rejected form keeps what was typed. */
function PromotionForm({ onSent }: { onSent: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  useEffect(() => {
    if (!form.current) return;
    // The form was sent before hydration.
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
      // Without JavaScript, the API responds with a redirect to the message on this page.
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

export const promotionDialogId = 'promotion';

export function PromotionDialog({ onSent }: { onSent: () => void }) {
  const { freeDays, lifetimePrice } = useSite().settings;
  const closeAfterSending = () => {
    closeModal(promotionDialogId);
    onSent();
  };
  return (
    <Modal
      id={promotionDialogId}
      label="Promote your website"
      className="m-auto w-[min(520px,calc(100vw-28px))] rounded-[20px] border border-line bg-surface shadow-pop transition-opacity duration-200 starting:opacity-0"
    >
      <div className="p-6 sm:p-7">
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-xl">Promote your website</h2>
          <CloseModalButton modal={promotionDialogId} className="icon-button -mt-1.5 -mr-2" aria-label="Close">
            <Icon name="close" />
          </CloseModalButton>
        </div>
        <p className="mt-1 text-muted">
          <b className="font-semibold text-text">{plural(freeDays, 'day')} free</b>, then a one-time lifetime fee of{' '}
          <b className="font-semibold text-text">{lifetimePrice}</b>.
        </p>
        <PromotionForm onSent={closeAfterSending} />
      </div>
    </Modal>
  );
}
