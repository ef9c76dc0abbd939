import { expect } from 'vitest';
import type { callerOf } from '../support/sign-in.ts';

/** A bulk change once it has been made, or undone. */
export const finishedBulkChange = async (call: ReturnType<typeof callerOf>, id: string) => {
  const read = async () => (await call('GET', `/bulk-changes/${id}`)).json().bulkChange;
  await expect.poll(async () => (await read()).state).not.toMatch(/^(running|undoing)$/);
  return read();
};
