import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createRenderQueue, OverloadedError } from '#server/page-cache/render-queue.ts';

/** Long enough for every render that may start to have started: each waits for eight turns of the event loop. */
const settle = async () => {
  for (let turn = 0; turn < 200; turn++) await nextTurn();
};

/** A queue whose renders finish when the test says so. */
const openQueue = () => {
  const queue = createRenderQueue();
  const started: number[] = [];
  const renders: PromiseWithResolvers<number>[] = [];
  const add = () => {
    const n = renders.length;
    const render = Promise.withResolvers<number>();
    renders.push(render);
    return queue.run(() => {
      started.push(n);
      return render.promise;
    });
  };
  return {
    queue,
    started,
    add,
    finish: (n: number) => renders[n]?.resolve(n),
    fail: (n: number) => renders[n]?.reject(n),
  };
};

it('renders four at a time, the others in the order of their requests', async () => {
  const { started, add, finish } = openQueue();
  const all = Array.from({ length: 7 }, add);
  await settle();
  expect(started).toEqual([0, 1, 2, 3]);
  finish(2);
  await settle();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (let n = 0; n < 7; n++) finish(n);
  await settle();
  for (let n = 0; n < 7; n++) finish(n);
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it('rejects at once when a hundred are waiting, and accepts again when one has left', async () => {
  const { add, finish } = openQueue();
  const accepted = Array.from({ length: 104 }, add);
  await expect(add()).rejects.toBeInstanceOf(OverloadedError);
  finish(0);
  await accepted[0];
  const late = add();
  await expect(add()).rejects.toBeInstanceOf(OverloadedError);
  for (let n = 0; n < 110; n++) finish(n);
  await Promise.all([...accepted, late]);
});

it('gives the slot of a failed render to the next', async () => {
  const { started, add, finish, fail } = openQueue();
  const all = Array.from({ length: 5 }, add);
  await settle();
  fail(0);
  await expect(all[0]).rejects.toBe(0);
  await settle();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  for (let n = 1; n < 5; n++) finish(n);
  await Promise.all(all.slice(1));
  const more = Array.from({ length: 5 }, add);
  await settle();
  expect(started).toHaveLength(9);
  for (let n = 5; n < 10; n++) finish(n);
  await Promise.all(more);
});

it('leaves turns of the event loop to other requests between the steps of all renders', async () => {
  const { queue } = openQueue();
  let turns = 0;
  let counting = true;
  const count = async () => {
    while (counting) {
      await nextTurn();
      turns++;
    }
  };
  void count();
  const steps: number[] = [];
  const render = async (waitForTurn: () => Promise<void>) => {
    steps.push(turns);
    await waitForTurn();
    steps.push(turns);
  };
  await Promise.all([queue.run(render), queue.run(render)]);
  counting = false;
  const gaps = steps.slice(1).map((turn, n) => turn - (steps[n] ?? 0));
  expect(steps).toHaveLength(4);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(7);
});
