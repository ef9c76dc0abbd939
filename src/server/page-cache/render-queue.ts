import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWorkQueue } from '#domain/work-queue.ts';

export class OverloadedError extends Error {
  override name = 'OverloadedError';
}
/** A single instance, because capturing a stack trace would be most of the cost of a refusal. */
const overloaded = new OverloadedError('Too many pages are waiting to be rendered.');

/** Waits for a turn of the event loop in which no other page is being rendered. */
export type WaitForTurn = () => Promise<void>;

/** Runs a few renders at a time, and rejects immediately when too many are waiting. */
export interface RenderQueue {
  run: <T>(render: (waitForTurn: WaitForTurn) => Promise<T>) => Promise<T>;
}

/** More than one per thread, so that others render while one waits for the database. */
const perThread = 4;
/** The last one waits about half a second. Beyond that, a 503 serves visitors better. */
const maxWaiting = 100;

/** Node accepts one new connection per turn of the event loop; an idle turn takes two microseconds. */
const turnsBetweenSteps = 8;

/** Spaces out the steps of all renders, so that cached pages and new connections are handled in between. */
const createTurns = (): WaitForTurn => {
  let last: Promise<void> = Promise.resolve();
  const next = async () => {
    for (let turn = 0; turn < turnsBetweenSteps; turn++) await nextTurn();
  };
  return () => {
    last = last.then(next);
    return last;
  };
};

export const createRenderQueue = (threads = 1): RenderQueue => {
  const queue = createWorkQueue({ maxConcurrent: perThread * threads, maxWaiting, refusal: () => overloaded });
  const waitForTurn = createTurns();
  return {
    run: (render) =>
      queue.run(async () => {
        await waitForTurn();
        return render(waitForTurn);
      }),
  };
};
