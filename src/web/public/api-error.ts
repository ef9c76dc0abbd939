import type { ApiError } from '#contract/api-error.ts';

/** Duck-typed: on the server the client comes from outside of this bundle, so its ApiError is another class. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && 'statusText' in error;

/** A rejected request, e.g. for a name that is too long, is for something that cannot exist. */
export const isNotFoundOrInvalid = (error: unknown) =>
  isApiError(error) && (error.status === 400 || error.status === 404);
