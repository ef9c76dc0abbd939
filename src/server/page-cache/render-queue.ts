import { setImmediate as nextTurn } from 'node:timers/promises';

/** Too much to render at the moment. */
export class Overloaded extends Error {}

/** Makes pages a few at a time, and says at once when too many wait already. */
export interface RenderQueue {
  run: <T>(work: () => Promise<T>) => Promise<T>;
}

/** While one waits for the database, others are made. */
const atOnce = 4;
/** The last of these waits for about half a second; whoever comes after would rather be told. */
const mostWaiting = 100;

export const createRenderQueue = (): RenderQueue => {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = async () => {
    if (running < atOnce) {
      running++;
      return;
    }
    if (waiting.length >= mostWaiting) throw new Overloaded();
    // Whoever leaves hands its place over.
    await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };

  return {
    run: async (work) => {
      await enter();
      try {
        // In a turn of its own: between two pages, those that are at hand go out.
        await nextTurn();
        return await work();
      } finally {
        leave();
      }
    },
  };
};
