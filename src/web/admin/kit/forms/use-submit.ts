import { useState } from 'react';
import { failureMessage } from '../session/failure.ts';
import { type FieldErrors, fieldErrorsOf } from './field-errors.ts';

interface Failure {
  problem?: string;
  errors?: FieldErrors;
}

/** Sends a form: whether it is being sent, and why it failed, as a message and at its fields. */
export const useSubmit = (fallbackMessage: string, uniqueField?: string) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>({});

  const submit = async (send: () => Promise<unknown>) => {
    setBusy(true);
    setFailure({});
    try {
      await send();
    } catch (error) {
      console.warn(error);
      setFailure({ problem: failureMessage(error, fallbackMessage), errors: fieldErrorsOf(error, {}, uniqueField) });
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    ...failure,
    submit,
    /** Shows a problem that was found before sending, also at its field. */
    refuse: (problem: string, field: string) => setFailure({ problem, errors: { [field]: problem } }),
    clearFailure: () => setFailure({}),
  };
};
