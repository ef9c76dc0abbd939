import { setImmediate as nextTurn } from 'node:timers/promises';

/** Too much to render at the moment. */
export class Overloaded extends Error {}
/** Made once: where a stack began tells nobody anything, and takes longer than the rest of a refusal. */
const overloaded = new Overloaded();

/** Waits for a turn of the event loop that no other page has. */
export type WaitForTurn = () => Promise<void>;

/** Makes pages a few at a time, and says at once when too many wait already. */
export interface RenderQueue {
  run: <T>(work: (waitForTurn: WaitForTurn) => Promise<T>) => Promise<T>;
}

/** While one waits for the database, others are made. */
const atOnce = 4;
/** The last of these waits for about half a second; whoever comes after would rather be told. */
const mostWaiting = 100;

/** A turn takes in one new connection and whatever came over those that are open; an idle one takes two microseconds. */
const turnsBetween = 8;

/** Between two steps of any pages, those that are at hand go out and newcomers are let in. */
const turnsOneByOne = (): WaitForTurn => {
  let last: Promise<void> = Promise.resolve();
  const next = async () => {
    for (let turn = 0; turn < turnsBetween; turn++) await nextTurn();
  };
  return () => {
    last = last.then(next);
    return last;
  };
};

export const createRenderQueue = (): RenderQueue => {
  const waiting: (() => void)[] = [];
  const waitForTurn = turnsOneByOne();
  let running = 0;

  const enter = async () => {
    if (running < atOnce) {
      running++;
      return;
    }
    if (waiting.length >= mostWaiting) throw overloaded;
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
        await waitForTurn();
        return await work(waitForTurn);
      } finally {
        leave();
      }
    },
  };
};
