import type { Readable } from 'node:stream';
import { TooManyRequestsError } from '#domain/errors.ts';

/** Each export keeps the ids of what it sends in memory, and reads from the database for as long as somebody listens. */
const maxPerAdmin = 2;
const retryAfterSeconds = 30;

/** How many exports each admin has running on this node. */
export const createExportSlots = () => {
  const running = new Map<number, number>();
  const countOf = (adminId: number) => running.get(adminId) ?? 0;
  const release = (adminId: number) => {
    const left = countOf(adminId) - 1;
    if (left > 0) running.set(adminId, left);
    else running.delete(adminId);
  };
  return {
    /** Starts an export if the admin has a slot left, and holds it until the file is sent or nobody reads it any more. */
    hold: async (adminId: number, start: () => Promise<Readable>): Promise<Readable> => {
      if (countOf(adminId) >= maxPerAdmin)
        throw new TooManyRequestsError(
          'Two of your exports are running already. Wait for one of them.',
          retryAfterSeconds,
        );
      // Before anything is awaited: others must not find the same slot free.
      running.set(adminId, countOf(adminId) + 1);
      try {
        const file = await start();
        return file.once('close', () => release(adminId));
      } catch (error) {
        release(adminId);
        throw error;
      }
    },
  };
};
