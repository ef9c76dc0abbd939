import {
  type ClipboardEvent,
  type ComponentProps,
  createContext,
  type FocusEvent,
  type ReactNode,
  type Ref,
  useContext,
  useId,
  useState,
} from 'react';
import { ApiError } from '#contract/calls/api-error.ts';
import { limits } from '#contract/values/fields.ts';

/** Error messages by the name of the input; 'tags.3' is an item of a list. */
export type FieldErrors = Record<string, string>;

/** The errors of a form, which its fields read. */
export const FieldErrorsContext = createContext<FieldErrors>({});

/**
 * The server's field errors, by the form's field names. A 409 response without a current record means that the value of
 * the unique field is taken.
 */
export const fieldErrorsOf = (
  error: unknown,
  names: Record<string, string> = {},
  uniqueField?: string,
): FieldErrors => {
  if (!(error instanceof ApiError)) return {};
  const { status, message, current, fields = {} } = error;
  if (uniqueField && status === 409 && !current) return { [uniqueField]: message };
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [field = '', ...rest] = path.split('.');
      return [[names[field] ?? field, ...rest].join('.'), message];
    }),
  );
};

/** The error of an input, or of the first invalid item in its list. */
export const errorOf = (errors: FieldErrors, name: string | undefined) => {
  if (name === undefined) return undefined;
  const item = Object.keys(errors).find((path) => path.startsWith(`${name}.`));
  return errors[name] ?? (item === undefined ? undefined : errors[item]);
};

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (target: EventTarget): target is TextControl =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const maxLengthOf = (control: TextControl) => (control.maxLength < 0 ? Number.POSITIVE_INFINITY : control.maxLength);

/** Marks a field as invalid if its text is too long, and returns the error. */
const overlongNote = (target: EventTarget): string | undefined => {
  if (!isTextControl(target)) return undefined;
  const [length, max] = [target.value.length, maxLengthOf(target)];
  const note =
    length > max ? `${length.toLocaleString('en-US')} of ${max.toLocaleString('en-US')} characters: shorten it.` : '';
  target.setCustomValidity(note);
  return note || undefined;
};

/** Inserts pasted text that exceeds `maxLength` in full, which browsers would truncate silently. */
const pasteWhole = (event: ClipboardEvent) => {
  const { target } = event;
  const text = event.clipboardData.getData('text');
  if (!isTextControl(target) || target.selectionStart === null || target.selectionEnd === null) return;
  const kept = target.value.length - (target.selectionEnd - target.selectionStart);
  if (kept + text.length <= maxLengthOf(target)) return;
  event.preventDefault();
  const oneLine = target instanceof HTMLInputElement ? text.replaceAll(/[\r\n]+/g, ' ') : text;
  target.setRangeText(oneLine, target.selectionStart, target.selectionEnd, 'end');
  target.dispatchEvent(new Event('input', { bubbles: true }));
};

interface Labelled {
  label: string;
  hint?: string | undefined;
}

interface FieldProps extends Labelled {
  name: string | undefined;
  children: (attributes: object) => ReactNode;
}

/** A label above a control, and the error or hint below it. */
export function Field({ label, hint, name, children }: FieldProps) {
  const id = useId();
  const [overlong, setOverlong] = useState<string>();
  const refusal = errorOf(useContext(FieldErrorsContext), name);
  const error = overlong ?? refusal;
  const note = error ?? hint;
  const attributes = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  };
  return (
    <div
      className="grid content-start gap-1.5"
      onPaste={pasteWhole}
      onInput={({ target }) => setOverlong(overlongNote(target))}
    >
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(attributes)}
      {note && (
        <p id={`${id}-note`} className={`text-[13px] ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} name={input.name}>
      {(attributes) => <input type="text" dir="auto" className="field" {...input} {...attributes} />}
    </Field>
  );
}

/** Browsers only scroll to the caret's line, so the rest may stay hidden behind a dialog's sticky buttons. */
const scrollIntoView = ({ currentTarget }: FocusEvent) => currentTarget.scrollIntoView({ block: 'nearest' });

export function TextAreaField({ label, hint, ...area }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} name={area.name}>
      {(attributes) => (
        <textarea rows={4} dir="auto" className="field" onFocus={scrollIntoView} {...area} {...attributes} />
      )}
    </Field>
  );
}

/** A label next to a checkbox, and the error or hint below it. */
export function CheckboxField({ label, hint, ...input }: Labelled & ComponentProps<'input'>) {
  const id = useId();
  const error = errorOf(useContext(FieldErrorsContext), input.name);
  return (
    <div className="grid content-start gap-1.5">
      <label className="flex min-h-11 items-center gap-2.5 text-sm font-medium">
        <input
          type="checkbox"
          className="size-5 accent-glow"
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          {...input}
        />
        {label}
      </label>
      <p id={id} className={`text-[13px] ${error ? 'text-danger' : 'text-muted'}`}>
        {error ?? hint}
      </p>
    </div>
  );
}

interface SelectFieldProps extends Labelled, ComponentProps<'select'> {
  options: readonly string[];
}

export function SelectField({ label, hint, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} name={select.name}>
      {(attributes) => (
        <select className="field" {...select} {...attributes}>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CodeFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** Whether the account has an authenticator app. Otherwise it has passkeys. */
  hasApp: boolean;
}

/** An input for a code of an authenticator app, or a recovery code. */
export function CodeField({ ref, hasApp }: CodeFieldProps) {
  return (
    <TextField
      ref={ref}
      label={hasApp ? 'Code' : 'Recovery code'}
      name="code"
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.secondFactorCode}
      hint={
        hasApp ? 'The 6 digits in your authenticator app, or one of your recovery codes.' : 'Or use your passkey below.'
      }
    />
  );
}
