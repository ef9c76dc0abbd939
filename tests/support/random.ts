import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The seed of random tests. */
    seed: number;
    /** Whether this is `npm run test:all`. */
    isAll: boolean;
  }
}

/** How often a random test asks: often enough to notice a mistake before each commit, and thoroughly in `npm run test:all`. */
export const runs = (inGate: number, inAll: number): number => (inject('isAll') ? inAll : inGate);

/** What a random test takes apart, so that each part stays far below the limit of a test: each asks something else. */
export const partsOf = (count: number) => Array.from({ length: count }, (_, part) => ({ seed: inject('seed') + part }));
