import { ApiError } from '#contract/api-error.ts';
import { PasskeyError } from './passkey-error.ts';

export const networkError = 'Network error. Please try again.';

/** The message for a failed call: the server's, the screen's fallback, or a network error if there was no response. */
export const failureMessage = (error: unknown, fallback: string) => {
  if (error instanceof PasskeyError) return error.message;
  if (!(error instanceof ApiError)) return networkError;
  return error.serverMessage ?? fallback;
};

/** Whether somebody else changed the record after it was loaded. */
export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export interface Loaded<T> {
  data: T;
  problem?: string;
}

/** Loads a screen's data. A failed call results in the fallback data and a message to show with it. */
export const loadWithFallback = async <T>(call: Promise<T>, fallback: T, message: string): Promise<Loaded<T>> => {
  try {
    return { data: await call };
  } catch (error) {
    console.warn(error);
    return { data: fallback, problem: failureMessage(error, message) };
  }
};
