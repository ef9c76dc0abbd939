/** Base class of the domain's expected errors. The API maps each class to a status. */
export class DomainError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

export class NotFoundError extends DomainError {}

/** Something that existed once and was removed. */
export class GoneError extends DomainError {}

/** `fields` has a message for each invalid field of a form. */
export class ValidationError extends DomainError {
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, fields?: Record<string, string>) {
    super(message);
    this.fields = fields;
  }
}

/** `current` is the current record, for a caller that edited an older version. */
export class ConflictError extends DomainError {
  readonly current: unknown;

  constructor(message: string, current?: unknown) {
    super(message);
    this.current = current;
  }
}

export class UnauthenticatedError extends DomainError {}

export class ForbiddenError extends DomainError {}

export class FreshProofRequiredError extends ForbiddenError {}

export class SecondFactorRequiredError extends ForbiddenError {}

/** The visitor must pass an age check first. */
export class AgeAssuranceRequiredError extends ForbiddenError {}

/** The site isn't available in the visitor's country. */
export class CountryClosedError extends DomainError {}

export class TooManyRequestsError extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Optimistic locking: refuses an edit of an older version. Without an expected version, nothing is checked. */
export const assertVersion = (entity: string, current: { version: number }, expectedVersion: number | undefined) => {
  if (expectedVersion !== undefined && expectedVersion !== current.version)
    throw new ConflictError(`Someone else has changed this ${entity} in the meantime.`, current);
};
