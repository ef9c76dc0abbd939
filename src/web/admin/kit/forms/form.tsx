import { Dialog } from '@base-ui/react/dialog';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { isNotFound, isOffline, saveFailureMessage } from '../session/failure.ts';
import { notifyFailure } from '../toasts.tsx';
import { useOnce } from '../use-once.ts';
import { type FieldErrors, FieldErrorsContext, fieldErrorsOf } from './fields.tsx';

interface FormProps extends ComponentProps<'form'> {
  errors?: FieldErrors | undefined;
}

const noErrors: FieldErrors = {};

/** A form that shows the server's errors at its fields, and focuses the first invalid field. */
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

interface FormButtonsProps {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  /** For what must not be pressed without thinking: the button doesn't stand out. */
  quiet?: boolean;
  /** Further buttons, between Cancel and the submit button. */
  children?: ReactNode;
}

/** Buttons that stick to the bottom of a dialog. The form must be a flex column: sticky doesn't work in a grid. */
export function FormButtons({ submit, busy, disabled = false, quiet = false, children }: FormButtonsProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-6 mt-1 -mb-6 flex flex-wrap justify-end gap-2.5 border-t border-line bg-surface px-6 py-3 max-sm:gap-2 max-sm:px-4 max-sm:has-[>:nth-child(3)]:[&>.btn]:px-2.5 max-sm:has-[>:nth-child(3)]:[&>.btn]:text-sm">
      <Dialog.Close className="btn btn-quiet">Cancel</Dialog.Close>
      {children}
      <button
        type="submit"
        className={`btn ${quiet ? 'btn-quiet' : 'btn-primary'}`}
        disabled={busy || disabled}
        aria-busy={busy}
      >
        {submit}
      </button>
    </div>
  );
}

export const formText = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

interface Failure {
  problem?: string;
  errors?: FieldErrors;
  /** The record doesn't exist any more. */
  isGone?: boolean;
  isOffline?: boolean;
}

/**
 * Submits a form, and returns its state: busy, or the error message and field errors. If the form has been closed, a
 * failure is reported in a toast. Errors while offline disappear when the browser is online again.
 */
export const useSubmit = (fallbackMessage: string, uniqueField?: string) => {
  const { busy, once } = useOnce();
  const [failure, setFailure] = useState<Failure>({});

  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  useEffect(() => {
    if (!failure.isOffline) return;
    const clear = () => setFailure({});
    addEventListener('online', clear);
    return () => removeEventListener('online', clear);
  }, [failure.isOffline]);

  const submit = (send: () => Promise<unknown>) =>
    once(async () => {
      setFailure({});
      try {
        await send();
      } catch (error) {
        console.warn(error);
        const problem = saveFailureMessage(error, fallbackMessage);
        if (!isOpen.current) notifyFailure(problem);
        setFailure({
          problem,
          errors: fieldErrorsOf(error, {}, uniqueField),
          isGone: isNotFound(error),
          isOffline: isOffline(error),
        });
      }
    });

  return {
    busy,
    ...failure,
    submit,
    /** Shows a problem that was found before submitting, also at its field. */
    refuse: (problem: string, field: string) => setFailure({ problem, errors: { [field]: problem } }),
    clearFailure: () => setFailure({}),
  };
};
