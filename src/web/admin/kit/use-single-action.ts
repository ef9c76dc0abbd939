import { useRevalidator } from 'react-router';
import { failureMessage } from './session/failure.ts';
import { notify, notifyFailure } from './toasts.tsx';
import { useOnce } from './use-once.ts';

/**
 * Runs the action of a row or button, reports the outcome in a toast and reloads the screen. Also reloads after a failure,
 * because the row may be out of date. Clicks do nothing until then.
 */
export const useSingleAction = (fallbackMessage: string) => {
  const revalidator = useRevalidator();
  const { busy, once } = useOnce();
  const run = <T>(start: () => Promise<T>, successMessage?: string | ((result: T) => string)) =>
    once(async () => {
      try {
        const result = await start();
        if (successMessage) notify(typeof successMessage === 'string' ? successMessage : successMessage(result));
      } catch (error) {
        console.warn(error);
        notifyFailure(failureMessage(error, fallbackMessage));
      }
      await revalidator.revalidate();
    });
  return { run, busy };
};
