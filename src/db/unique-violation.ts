const uniqueViolation = '23505';

/** Whether a statement failed on a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === uniqueViolation;
