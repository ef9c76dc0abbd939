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

interface FormButtonsProps {
  submit: string;
  busy: boolean;
  /** There is nothing to send, or nothing that can be sent. */
  disabled?: boolean;
  /** Further buttons, between both. */
  children?: ReactNode;
}

/** Sticky at the foot of a dialog's form. The form must be a flex column: in a grid, sticky has no room to move. */
export function FormButtons({ submit, busy, disabled = false, children }: FormButtonsProps) {
  return (
    <div className="sticky bottom-0 z-10 -mx-6 mt-1 -mb-6 flex flex-wrap justify-end gap-2.5 border-t border-line bg-surface px-6 py-3 max-sm:gap-2 max-sm:px-4 max-sm:has-[>:nth-child(3)]:[&>.btn]:px-2.5 max-sm:has-[>:nth-child(3)]:[&>.btn]:text-sm">
      <Dialog.Close className="btn btn-quiet">Cancel</Dialog.Close>
      {children}
      <button type="submit" className="btn btn-primary" disabled={busy || disabled} aria-busy={busy}>
        {submit}
      </button>
    </div>
  );
}

export const formText = (form: FormData, name: string) => String(form.get(name) ?? '').trim();

interface Failure {
  problem?: string;
  errors?: FieldErrors;
  /** What was to be changed is no longer there. */
  isGone?: boolean;
  isOffline?: boolean;
}

/**
 * Sends a form: whether it is being sent, and why it failed, as a message and at its fields. If the form was closed
 * meanwhile, a toast says that it failed. A failure for want of a connection goes once the browser is online again.
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
    /** Shows a problem that was found before sending, also at its field. */
    refuse: (problem: string, field: string) => setFailure({ problem, errors: { [field]: problem } }),
    clearFailure: () => setFailure({}),
  };
};
