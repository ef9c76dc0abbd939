/** Work that is taken from a table, some pieces at a time. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createWorkPool } from '#domain/jobs/work-pool.ts';

it('is not idle while it looks for the next piece of work', async () => {
  const looks = [Promise.resolve('first'), Promise.withResolvers<string | undefined>()] as const;
  let taken = 0;
  const done: string[] = [];
  const pool = createWorkPool<string>({
    maxConcurrent: 1,
    take: () => (taken++ === 0 ? looks[0] : taken === 2 ? looks[1].promise : Promise.resolve(undefined)),
    run: async (work) => void done.push(work),
    onError: (err) => expect.fail(String(err)),
  });
  await pool.runDue();
  await expect.poll(() => taken).toBe(2);
  let isIdle = false;
  const idle = pool.idle().then(() => {
    isIdle = true;
  });
  await setImmediate();
  expect(isIdle).toBe(false);
  looks[1].resolve('second');
  await idle;
  expect(done).toEqual(['first', 'second']);
});
