/** The server must not fetch this URL. Retrying won't help. */
export class FetchRefusedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FetchRefusedError';
  }
}

export class FetchTimeoutError extends Error {
  constructor(ms: number, what: string) {
    super(`${what} within ${ms / 1000} seconds.`);
    this.name = 'FetchTimeoutError';
  }
}

/** The body, or its compression ratio, is too large. */
export class FetchTooLargeError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'FetchTooLargeError';
  }
}
