import { TooManyRequestsError } from '#domain/errors.ts';

/** Each export keeps the ids of what it sends in memory, and reads from the database for as long as somebody listens. */
const maxPerAdmin = 2;
const retryAfterSeconds = 30;

/** How many exports each admin has running on this node. */
export const createExportSlots = () => {
  const running = new Map<number, number>();
  const countOf = (adminId: number) => running.get(adminId) ?? 0;
  return {
    assertFree: (adminId: number) => {
      if (countOf(adminId) >= maxPerAdmin)
        throw new TooManyRequestsError(
          'Two of your exports are running already. Wait for one of them.',
          retryAfterSeconds,
        );
    },
    /** Counts for as long as the file is being sent. */
    async *hold<Part>(adminId: number, file: AsyncIterable<Part>): AsyncGenerator<Part> {
      running.set(adminId, countOf(adminId) + 1);
      try {
        yield* file;
      } finally {
        const left = countOf(adminId) - 1;
        if (left > 0) running.set(adminId, left);
        else running.delete(adminId);
      }
    },
  };
};
