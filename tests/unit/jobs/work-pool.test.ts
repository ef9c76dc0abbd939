/** Taking on work that several processes share. */
import { setImmediate as tick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWorkPool } from '#domain/jobs/work-pool.ts';

/** Pieces of work that last until the test ends them. */
const openPool = (names: string[], { maxConcurrent = 2 } = {}) => {
  const running = new Map<string, PromiseWithResolvers<void>>();
  const taken: string[] = [];
  const errors: string[] = [];
  const pool = createWorkPool<string>({
    maxConcurrent,
    take: async () => {
      await tick();
      const name = names.shift();
      if (name !== undefined) taken.push(name);
      return name;
    },
    run: (name, signal) => {
      const work = Promise.withResolvers<void>();
      running.set(name, work);
      signal.addEventListener('abort', () => work.resolve());
      return work.promise;
    },
    onError: (error, name) => errors.push(`${name}: ${error instanceof Error ? error.message : error}`),
  });
  return { pool, taken, errors, work: (name: string) => running.get(name) as PromiseWithResolvers<void> };
};

it('some pieces are done at a time, however often it is asked, and the next one when one has ended', async () => {
  const { pool, taken, work } = openPool(['a', 'b', 'c']);
  await Promise.all([pool.runDue(), pool.runDue(), pool.runDue()]);
  expect(taken).toEqual(['a', 'b']);
  work('a').resolve();
  await expect.poll(() => taken).toEqual(['a', 'b', 'c']);
  work('b').resolve();
  work('c').resolve();
  await pool.idle();
});

it('what becomes due while it is looking is not missed', async () => {
  const names: string[] = [];
  const { pool, taken, work } = openPool(names, { maxConcurrent: 1 });
  const looking = pool.runDue();
  await tick();
  names.push('late');
  await Promise.all([looking, pool.runDue()]);
  expect(taken).toEqual(['late']);
  work('late').resolve();
  await pool.idle();
});

it('a piece that fails is reported, and the others are done', async () => {
  const { pool, taken, errors, work } = openPool(['a', 'b'], { maxConcurrent: 1 });
  await pool.runDue();
  work('a').reject(new Error('broken'));
  await expect.poll(() => taken).toEqual(['a', 'b']);
  expect(errors).toEqual(['a: broken']);
  work('b').resolve();
  await pool.idle();
});

it('stopping ends what runs and takes on nothing more', async () => {
  const { pool, taken } = openPool(['a', 'b', 'c'], { maxConcurrent: 1 });
  await pool.runDue();
  await pool.stop();
  await pool.runDue();
  expect(taken).toEqual(['a']);
});
