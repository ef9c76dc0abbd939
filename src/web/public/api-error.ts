import type { ApiError } from '#contract/api-error.ts';

/** A refused call, told by its shape: on the server the client comes from outside of this bundle, class and all. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && 'statusText' in error;

/** What the server will not even look for, such as a name beyond all lengths, is not there. */
export const cannotExist = (error: unknown) => isApiError(error) && (error.status === 400 || error.status === 404);
