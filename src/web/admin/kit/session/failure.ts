import { ApiError } from '#contract/api-error.ts';

export const networkError = 'Network error. Please try again.';

/** What to tell about a call that failed: the server's own words, the screen's, or that it was never answered. */
export const failureMessage = (error: unknown, words: string) => {
  if (!(error instanceof ApiError)) return networkError;
  return error.serverMessage ?? words;
};

export interface Loaded<T> {
  data: T;
  problem?: string;
}

/** Awaits what a screen shows. What failed leaves the default, and says so beside it. */
export const loadOr = async <T>(call: Promise<T>, defaultValue: T, words: string): Promise<Loaded<T>> => {
  try {
    return { data: await call };
  } catch (error) {
    console.warn(error);
    return { data: defaultValue, problem: failureMessage(error, words) };
  }
};
