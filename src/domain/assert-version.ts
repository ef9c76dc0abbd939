import { ConflictError } from '#domain/errors.ts';

/** Optimistic locking: refuses an edit that started from an older version. No expected version, no check. */
export const assertVersion = (entity: string, current: { version: number }, expectedVersion: number | undefined) => {
  if (expectedVersion !== undefined && expectedVersion !== current.version)
    throw new ConflictError(`Someone else has changed this ${entity} in the meantime.`, current);
};
