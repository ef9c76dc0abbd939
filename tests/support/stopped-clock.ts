import { afterAll, beforeAll, beforeEach, vi } from 'vitest';

/**
 * Stops the server's clock for a test file: the random sets of pages change with every ten minutes, which may pass in the
 * middle of a test. Call it before the site is started, which must be the file's own: a shared one has cached pages of ten
 * minutes ago. Browsers have clocks of their own.
 */
export const stopClock = () => {
  const stoppedAt = Date.now();
  // With fake timers, `expect.poll` would let it go on.
  const stop = () => void vi.setSystemTime(stoppedAt);
  beforeAll(stop);
  beforeEach(stop);
  afterAll(() => void vi.useRealTimers());
};
