import { type ComponentProps, useEffect, useRef } from 'react';
import { type FieldErrors, FieldErrorsContext } from './field-errors.ts';

interface FormProps extends ComponentProps<'form'> {
  errors?: FieldErrors | undefined;
}

const noErrors: FieldErrors = {};

/** A form that shows the server's errors at its fields and moves the focus to the first of them. */
export function Form({ errors = noErrors, children, ...form }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return (
    <FieldErrorsContext value={errors}>
      <form ref={ref} {...form}>
        {children}
      </form>
    </FieldErrorsContext>
  );
}
