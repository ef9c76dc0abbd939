import { ApiError } from '#contract/calls/api-error.ts';
import { PasskeyError } from './passkeys.ts';

export const networkError = 'Network error. Please try again.';
const offline = 'You are offline.';
const tooLate =
  'The site did not answer in time. Your change may have been saved anyway: please check before you try again.';

export const isOffline = (error: unknown): boolean => !(error instanceof ApiError) && navigator.onLine === false;

/** The message for a failed call: the server's or the screen's own, or a network error if there was no response. */
export const failureMessage = (error: unknown, fallback: string) => {
  if (error instanceof PasskeyError) return error.message;
  if (error instanceof DOMException && error.name === 'TimeoutError') return tooLate;
  if (!(error instanceof ApiError)) return isOffline(error) ? `${networkError} ${offline}` : networkError;
  return error.serverMessage ?? fallback;
};

/** Like failureMessage, for forms: also says that the input is kept. */
export const saveFailureMessage = (error: unknown, fallback: string) => {
  const message = failureMessage(error, fallback);
  if (error instanceof PasskeyError) return message;
  if (!(error instanceof ApiError)) return `${message} What you typed is kept.`;
  return error.status >= 500 ? `${message} What you typed is kept: save it again in a moment.` : message;
};

/** Whether somebody else changed the record after it was loaded. */
export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

export interface Loaded<T> {
  data: T;
  problem?: string;
}

/** Loads a screen's data. If the call fails, returns the fallback data with an error message. */
export const loadWithFallback = async <T>(call: Promise<T>, fallback: T, message: string): Promise<Loaded<T>> => {
  try {
    return { data: await call };
  } catch (error) {
    console.warn(error);
    return { data: fallback, problem: failureMessage(error, message) };
  }
};
