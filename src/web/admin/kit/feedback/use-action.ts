import { useRevalidator } from 'react-router';
import { failureMessage } from '../session/failure.ts';
import { notify, notifyFailure } from './toasts.tsx';

/**
 * Reports the outcome of a row's action and reloads the screen. It reloads after a failure too: the row may be out of
 * date.
 */
export const useAction = (fallbackMessage: string) => {
  const revalidator = useRevalidator();
  return async <T>(action: Promise<T>, successMessage?: string | ((result: T) => string)) => {
    try {
      const result = await action;
      if (successMessage) notify(typeof successMessage === 'string' ? successMessage : successMessage(result));
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, fallbackMessage));
    }
    await revalidator.revalidate();
  };
};
