import { createContext } from 'react';
import { ApiError } from '#contract/api-error.ts';

/** Error messages by the name of the input; 'tags.3' is an item of a list. */
export type FieldErrors = Record<string, string>;

/** Fields read their error from here, so that forms need not pass it down. */
export const FieldErrorsContext = createContext<FieldErrors>({});

/**
 * The server's field errors, with its field names replaced by ours. A 409 without a current record means that the value
 * of the unique field is taken.
 */
export const fieldErrorsOf = (
  error: unknown,
  names: Record<string, string> = {},
  uniqueField?: string,
): FieldErrors => {
  if (!(error instanceof ApiError)) return {};
  const { status, message, current, fields = {} } = error;
  if (uniqueField && status === 409 && !current) return { [uniqueField]: message };
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [field = '', ...rest] = path.split('.');
      return [[names[field] ?? field, ...rest].join('.'), message];
    }),
  );
};

/** The error of an input, or of the first wrong item in its list. */
export const errorOf = (errors: FieldErrors, name: string | undefined) => {
  if (name === undefined) return undefined;
  const item = Object.keys(errors).find((path) => path.startsWith(`${name}.`));
  return errors[name] ?? (item === undefined ? undefined : errors[item]);
};
