import type { ComponentProps } from 'react';

interface FormFieldProps extends ComponentProps<'input'> {
  label: string;
  name: string;
  problem?: string | undefined;
}

export function FormField({ label, name, problem, ...input }: FormFieldProps) {
  const problemId = `${name}-problem`;
  return (
    <label className="grid gap-1.5 text-sm font-medium">
      {label}
      <input
        name={name}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        className="field font-normal file:mr-3 file:rounded-lg file:border-0 file:bg-raised file:px-3 file:py-1 file:text-text"
        {...input}
      />
      {problem && (
        <span id={problemId} className="font-normal text-danger">
          {problem}
        </span>
      )}
    </label>
  );
}
