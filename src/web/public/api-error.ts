import { isRouteErrorResponse } from 'react-router';
import type { ApiError } from '#contract/calls/api-error.ts';

/** Duck-typed: on the server, the client comes from outside this bundle, so `instanceof ApiError` would fail. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && 'statusText' in error;

/** A 400 counts as not found: it is for something that cannot exist, such as a name that is too long. */
export const isNotFoundOrInvalid = (error: unknown) =>
  isApiError(error) && (error.status === 400 || error.status === 404);

/** The error response of an API call or of a client-side navigation. Undefined for other errors. */
export const failedResponse = (error: unknown): { status: number; statusText: string } | undefined =>
  isApiError(error) || isRouteErrorResponse(error) ? error : undefined;
