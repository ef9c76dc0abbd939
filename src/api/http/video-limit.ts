import type { Session } from '#domain/accounts/session.ts';
import { ValidationError } from '#domain/errors.ts';

const visitorLimit = 100;

/** The contract lets administrators ask for long lists of videos; visitors may not. */
export const checkVideoLimit = (limit: number, session: Session | undefined) => {
  if (limit > visitorLimit && !session) throw new ValidationError(`limit must be <= ${visitorLimit}`);
};
