import { ApiError } from '#contract/api-error.ts';

/** Hosts of the database have five seconds to answer, and the report waits for all of them. */
const maxWaitMs = 8000;

/** Old states look like new ones until a call ends, so one that hangs counts as failed. */
export const answerInTime = async <T>(call: Promise<T>): Promise<T> => {
  const tooLate = Promise.withResolvers<never>();
  const message = `The site has not answered for ${maxWaitMs / 1000} seconds.`;
  const timer = setTimeout(() => tooLate.reject(new ApiError(504, 'Gateway Timeout', { message })), maxWaitMs);
  return Promise.race([call, tooLate.promise]).finally(() => clearTimeout(timer));
};
