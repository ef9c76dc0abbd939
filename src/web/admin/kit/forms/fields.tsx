import { type ComponentProps, type FocusEvent, type ReactNode, useContext, useId, useState } from 'react';
import { errorOf, FieldErrorsContext } from './field-errors.ts';
import { overlongNote, pasteWhole } from './overlong.ts';

interface Labelled {
  label: string;
  hint?: string | undefined;
}

interface FieldProps extends Labelled {
  name: string | undefined;
  children: (attributes: object) => ReactNode;
}

/** A label above its control, and the error or else the hint below. */
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

/** Browsers only bring the line with the caret into view: the rest may stay behind the buttons of a dialog. */
const showWhole = ({ currentTarget }: FocusEvent) => currentTarget.scrollIntoView({ block: 'nearest' });

export function TextAreaField({ label, hint, ...area }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} name={area.name}>
      {(attributes) => <textarea rows={4} dir="auto" className="field" onFocus={showWhole} {...area} {...attributes} />}
    </Field>
  );
}

/** The label beside its control, and the error or else the hint below. */
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
