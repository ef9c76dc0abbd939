import { ConflictError } from '#domain/errors.ts';

/** Does the work; a conflict then shows the record as it stands in the spelling of the wire. */
export const withCurrentRecord = async <Entity, Result>(
  toRecord: (entity: Entity) => unknown,
  work: Promise<Result>,
): Promise<Result> => {
  try {
    return await work;
  } catch (problem) {
    if (!(problem instanceof ConflictError) || problem.current === undefined) throw problem;
    throw new ConflictError(problem.message, toRecord(problem.current as Entity));
  }
};
