import type { ProblemCode } from '../values/accounts.ts';

/** The response has an error status. */
export class ApiError extends Error {
  readonly status: number;
  readonly statusText: string;
  /** The message of the response, if it had one. */
  readonly serverMessage: string | undefined;
  readonly fields: Record<string, string> | undefined;
  readonly code: ProblemCode | undefined;
  /** The current record, if the edit started from an older version. */
  readonly current: unknown;

  constructor(status: number, statusText: string, body: unknown) {
    const problem = (typeof body === 'object' && body !== null ? body : {}) as {
      message?: string;
      fields?: Record<string, string>;
      code?: ProblemCode;
      current?: unknown;
    };
    super(problem.message ?? `${status} ${statusText}`);
    this.name = 'ApiError';
    this.status = status;
    this.statusText = statusText;
    this.serverMessage = problem.message;
    this.fields = problem.fields;
    this.code = problem.code;
    this.current = problem.current;
  }
}
