import { StartupError } from '#db/startup-error.ts';
import { DomainError } from '#domain/errors.ts';
import { ConfigError } from '#server/config.ts';

/** Prints an error that the operator can fix as a sentence; anything else is a bug and shows its stack trace. */
export const printExpected = (error: unknown) => {
  const isExpected = error instanceof StartupError || error instanceof ConfigError || error instanceof DomainError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
};
