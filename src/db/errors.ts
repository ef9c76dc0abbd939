import pg from 'pg';

/** Marquee cannot start. The message is a single line that says how to fix it. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The database refuses or breaks connections, or doesn't answer. The statement itself isn't at fault. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code: string | undefined;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/** SQLSTATE codes: failed connections, a server that starts, stops or has no connections left, statement timeouts. */
const unavailableStates = /^(08...|57P0[1-5]|57014|53300)$/;
/** Messages of pg about broken connections; these errors have no code. */
const brokenConnection = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

const isUnavailable = (error: Error & { code?: string; syscall?: string }) =>
  error instanceof pg.DatabaseError
    ? unavailableStates.test(error.code ?? '')
    : error.syscall !== undefined || brokenConnection.test(error.message);

/** Throws the error of a statement, as a DatabaseUnavailableError if the connection or the server is at fault. */
export const throwStatementError = (error: Error): never => {
  throw isUnavailable(error) ? new DatabaseUnavailableError(error) : error;
};

/** The same as the pool's connection timeout. */
const maxWaitSeconds = 5;

/**
 * Times out a request's first statement: on a connection that is already open, a server that hangs would never answer.
 * Later statements may take longer, and have a timeout on the server.
 */
export const answerInTime = async <T>(answer: Promise<T>): Promise<T> => {
  const tooLate = Promise.withResolvers<never>();
  let seconds = 0;
  // Not a single timer of five seconds: after the whole machine was suspended, it would fire before an answer that has
  // arrived is read.
  const clock = setInterval(() => {
    if (++seconds === maxWaitSeconds)
      tooLate.reject(new DatabaseUnavailableError(new Error(`no answer within ${maxWaitSeconds} seconds`)));
  }, 1000);
  try {
    return await Promise.race([answer, tooLate.promise]);
  } finally {
    clearInterval(clock);
  }
};

const uniqueViolation = '23505';

export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === uniqueViolation;

/** Text with NUL characters, which PostgreSQL cannot hold, or that cannot be converted to its encoding. */
const unstorableText = ['22021', '22P05'];

export const isUnstorableText = (error: unknown): boolean =>
  unstorableText.includes((error as { code?: string }).code ?? '');
