import type { CallFailed } from '#contract/client.ts';

/** A refused call, told by its shape: on the server the client comes from outside of this bundle, class and all. */
export const isCallFailed = (error: unknown): error is CallFailed =>
  error instanceof Error && 'status' in error && 'statusText' in error;

/** What the server will not even look for, such as a name beyond all lengths, is not there. */
export const cannotExist = (error: unknown) => isCallFailed(error) && (error.status === 400 || error.status === 404);
