import { setInterval } from 'node:timers/promises';

/**
 * Resolves once this is true: `expect.poll` for where no test is running yet, in hooks and in processes of their own. It has no
 * limit but that of the hook.
 */
export const until = async (isTrue: () => boolean | Promise<boolean>, everyMs = 20): Promise<void> => {
  if (await isTrue()) return;
  for await (const _ of setInterval(everyMs)) if (await isTrue()) return;
};
