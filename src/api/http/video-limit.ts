import type { Session } from '#domain/accounts/sessions.ts';
import { ValidationError } from '#domain/errors.ts';

const maxForVisitors = 100;

/** The contract allows long lists of videos, which are for admins only. */
export const checkVideoLimit = (limit: number, session: Session | undefined) => {
  if (limit > maxForVisitors && !session)
    throw new ValidationError(`limit must be a whole number from 1 to ${maxForVisitors}.`);
};
