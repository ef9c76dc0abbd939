import { isRouteErrorResponse } from 'react-router';
import type { ApiError } from '#contract/api-error.ts';

/** Duck-typed: on the server the client comes from outside of this bundle, so its ApiError is another class. */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'status' in error && 'statusText' in error;

/** A rejected request, e.g. for a name that is too long, is for something that cannot exist. */
export const isNotFoundOrInvalid = (error: unknown) =>
  isApiError(error) && (error.status === 400 || error.status === 404);

/** The response behind an error, if there was one: of a call, or of the page's data that the browser fetched. */
export const failedResponse = (error: unknown): { status: number; statusText: string } | undefined =>
  isApiError(error) || isRouteErrorResponse(error) ? error : undefined;
