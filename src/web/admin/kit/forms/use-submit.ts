import { useEffect, useRef, useState } from 'react';
import { notifyFailure } from '../feedback/toasts.tsx';
import { useOnce } from '../feedback/use-once.ts';
import { isNotFound, isOffline, saveFailureMessage } from '../session/failure.ts';
import { type FieldErrors, fieldErrorsOf } from './field-errors.ts';

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
