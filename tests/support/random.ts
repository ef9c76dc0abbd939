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
