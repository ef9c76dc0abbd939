import { useAction } from './use-action.ts';
import { useOnce } from './use-once.ts';

/** Like useAction, but a second click does nothing until the first has had its effect. */
export const useSingleAction = (fallbackMessage: string) => {
  const report = useAction(fallbackMessage);
  const { busy, once } = useOnce();
  const run = <T>(start: () => Promise<T>, successMessage?: string | ((result: T) => string)) =>
    once(() => report(start(), successMessage));
  return { run, busy };
};
