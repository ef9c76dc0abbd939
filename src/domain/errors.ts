/** What the domain throws when it will not do a thing. The API maps each kind to its status, once. */
export class DomainError extends Error {}

export class NotFound extends DomainError {}

/** `fields` names what is wrong with each field of a form. */
export class Invalid extends DomainError {
  readonly fields: Record<string, string> | undefined;

  constructor(message: string, fields?: Record<string, string>) {
    super(message);
    this.fields = fields;
  }
}

/** `current` is the record as it stands, for a caller who worked on an older one. */
export class Conflict extends DomainError {
  readonly current: unknown;

  constructor(message: string, current?: unknown) {
    super(message);
    this.current = current;
  }
}

export class Unauthenticated extends DomainError {}

export class Forbidden extends DomainError {}

export class TooManyRequests extends DomainError {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
