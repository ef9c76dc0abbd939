import { type ComponentProps, type ReactNode, useId } from 'react';

interface Labelled {
  label: string;
  problem?: string | undefined;
  hint?: string;
}

/** A label above its control, with what helps or what is wrong below. */
function Field({ label, problem, hint, children }: Labelled & { children: (ids: object) => ReactNode }) {
  const id = useId();
  const note = problem ?? hint;
  const ids = {
    id,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  };
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(ids)}
      {note && (
        <p id={`${id}-note`} className={`text-[13px] ${problem ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, problem, hint, ...input }: Labelled & ComponentProps<'input'>) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ids) => <input type="text" className="field" {...input} {...ids} />}
    </Field>
  );
}

export function TextAreaField({ label, problem, hint, ...area }: Labelled & ComponentProps<'textarea'>) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ids) => <textarea rows={4} className="field" {...area} {...ids} />}
    </Field>
  );
}

interface SelectFieldProps extends Labelled, ComponentProps<'select'> {
  options: readonly string[];
}

export function SelectField({ label, problem, hint, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} problem={problem} hint={hint}>
      {(ids) => (
        <select className="field" {...select} {...ids}>
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
