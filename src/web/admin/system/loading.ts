import { useState } from 'react';
import { ApiError } from '#contract/calls/api-error.ts';

/** What was loaded last: a refresh that fails does not empty the screen. */
export const useLastLoaded = <T>(loaded: T | null): T | null => {
  const [last, setLast] = useState(loaded);
  if (loaded !== null && loaded !== last) setLast(loaded);
  return loaded ?? last;
};

/** Hosts of the database have five seconds to answer, and the report waits for all of them. */
const maxWaitMs = 8000;

/** Old states look like new ones until a call ends, so one that hangs counts as failed. */
export const answerInTime = async <T>(call: Promise<T>): Promise<T> => {
  const tooLate = Promise.withResolvers<never>();
  const message = `The site has not answered for ${maxWaitMs / 1000} seconds.`;
  const timer = setTimeout(() => tooLate.reject(new ApiError(504, 'Gateway Timeout', { message })), maxWaitMs);
  return Promise.race([call, tooLate.promise]).finally(() => clearTimeout(timer));
};
