import pg from 'pg';

/** Marquee cannot start. The message is one line that says how to fix it. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** The database refuses connections, breaks them or does not answer: nothing is wrong with what was asked. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code: string | undefined;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/** Connections that fail, a server that stops, starts or has no connection left, and statements that take too long. */
const unavailableStates = /^(08...|57P0[1-5]|57014|53300)$/;
/** What pg says of broken connections; these errors have no code. */
const brokenConnection = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

const isUnavailable = (error: Error & { code?: string; syscall?: string }) =>
  error instanceof pg.DatabaseError
    ? unavailableStates.test(error.code ?? '')
    : error.syscall !== undefined || brokenConnection.test(error.message);

/** Throws the error of a statement, as a DatabaseUnavailableError if its connection or the server is to blame. */
export const throwStatementError = (error: Error): never => {
  throw isUnavailable(error) ? new DatabaseUnavailableError(error) : error;
};

/** As long as the pool waits for a connection. */
const maxWaitSeconds = 5;

/**
 * For what a request asks first: a server that hangs does not end the statements of open connections. Later statements
 * may take longer, and have a timeout on the server.
 */
export const answerInTime = async <T>(answer: Promise<T>): Promise<T> => {
  const tooLate = Promise.withResolvers<never>();
  let seconds = 0;
  // Not one timer of five seconds: after a pause of the whole machine it would end before the answer that has arrived is read.
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

/** Whether a statement failed on a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === uniqueViolation;
