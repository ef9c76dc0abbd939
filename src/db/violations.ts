const uniqueViolation = '23505';

/** True where a statement failed because what must be unique is there already. */
export const isTaken = (problem: unknown): boolean => (problem as { code?: string }).code === uniqueViolation;
