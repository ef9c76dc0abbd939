import { maxVideosForVisitors } from '#contract/values/paging.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { ValidationError } from '#domain/errors.ts';

/** The contract allows long lists of videos, which are for admins only. */
export const checkVideoLimit = (limit: number, session: Session | undefined) => {
  if (limit > maxVideosForVisitors && !session)
    throw new ValidationError(`limit must be a whole number from 1 to ${maxVideosForVisitors}.`);
};
