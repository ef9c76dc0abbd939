/** A URL that the server must not fetch, now or later. */
export class FetchRefusedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FetchRefusedError';
  }
}

/** The other server took longer than it may. */
export class FetchTimeoutError extends Error {
  constructor(ms: number, what: string) {
    super(`${what} within ${ms / 1000} seconds.`);
    this.name = 'FetchTimeoutError';
  }
}

/** The body is larger than it may be, or expands more than it may. */
export class FetchTooLargeError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FetchTooLargeError';
  }
}
