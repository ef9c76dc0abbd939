import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps {
  label: string;
  name: string;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean;
}

function Described({
  id,
  hint,
  error,
  children,
}: Pick<FieldProps, 'hint' | 'error'> & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      {children}
      {hint && (
        <span id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </span>
      )}
      {error && (
        <span id={`${id}-error`} className="text-sm font-medium text-danger">
          {error}
        </span>
      )}
    </div>
  );
}

const attributesOf = (id: string, { name, hint, error }: FieldProps) => ({
  id,
  name,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined,
});

function Label({ id, label, optional }: { id: string; label: string; optional?: boolean | undefined }) {
  return (
    <label htmlFor={id} className="font-medium">
      {label}
      {optional && <span className="font-normal text-muted"> (optional)</span>}
    </label>
  );
}

export function TextField({ label, name, hint, error, optional, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Described id={id} hint={hint} error={error}>
      <Label id={id} label={label} optional={optional} />
      <input dir="auto" className="field min-h-12" {...input} {...attributesOf(id, { label, name, hint, error })} />
    </Described>
  );
}

export function TextArea({ label, name, hint, error, optional, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Described id={id} hint={hint} error={error}>
      <Label id={id} label={label} optional={optional} />
      <textarea
        dir="auto"
        className="field field-sizing-content max-h-96 min-h-24"
        {...area}
        {...attributesOf(id, { label, name, hint, error })}
      />
    </Described>
  );
}

export function Tick({ label, name, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Described id={id} error={error}>
      <label className="flex items-start gap-3 rounded-[11px] border border-line-strong bg-surface p-3.5 has-aria-invalid:border-danger">
        <input
          type="checkbox"
          value="yes"
          className="mt-0.5 size-5 shrink-0 accent-(--glow)"
          {...input}
          {...attributesOf(id, { label, name, error })}
        />
        <span>{label}</span>
      </label>
    </Described>
  );
}

interface ChoiceProps extends FieldProps {
  choices: { value: string; label: string }[];
  chosen: string;
}

export function Choice({ label, name, error, choices, chosen }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <Described id={id} error={error}>
        <div className="grid gap-2 sm:grid-cols-2">
          {choices.map(({ value, label: text }) => (
            <label
              key={value}
              className="flex min-h-12 items-center gap-3 rounded-[11px] border border-line-strong bg-surface px-3.5 py-2.5 has-checked:border-accent has-aria-invalid:border-danger"
            >
              <input
                type="radio"
                value={value}
                defaultChecked={chosen === value}
                className="size-5 shrink-0 accent-(--glow)"
                {...attributesOf(`${id}-${value}`, { label, name })}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
              />
              <span>{text}</span>
            </label>
          ))}
        </div>
      </Described>
    </fieldset>
  );
}
