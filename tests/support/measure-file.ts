import { afterAll, beforeAll } from 'vitest';
import { processorSeconds } from './processor-time.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds that the file's worker, its browser and its other processes used; PostgreSQL is not among them. */
    processorSeconds?: number;
  }
}

let before = 0;
beforeAll(() => {
  before = processorSeconds();
});
// Registered first, so it runs last.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures a hook needs.
afterAll(({}, file) => {
  (file.meta as { processorSeconds?: number }).processorSeconds = processorSeconds() - before;
});
