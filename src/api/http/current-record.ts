import { ConflictError } from '#domain/errors.ts';

/** Awaits `work`; a conflict's current entity is mapped to its wire record. */
export const withCurrentRecord = async <Entity, Result>(
  toRecord: (entity: Entity) => unknown,
  work: Promise<Result>,
): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ConflictError) || error.current === undefined) throw error;
    throw new ConflictError(error.message, toRecord(error.current as Entity));
  }
};
