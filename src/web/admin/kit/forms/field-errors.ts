import { createContext } from 'react';
import { ApiError } from '#contract/api-error.ts';

/** What is wrong with each field, by the name of its input; 'tags.3' for an item of a list. */
export type FieldErrors = Record<string, string>;

/** Read by every field of a form, so that forms need not pass errors down one by one. */
export const FieldErrorsContext = createContext<FieldErrors>({});

/** The server's field errors, with its field names replaced by ours. */
export const fieldErrorsOf = (error: unknown, names: Record<string, string> = {}): FieldErrors => {
  const fields = error instanceof ApiError ? (error.fields ?? {}) : {};
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => {
      const [field = '', ...rest] = path.split('.');
      return [[names[field] ?? field, ...rest].join('.'), message];
    }),
  );
};

/** The error of an input: its own, or that of an item it holds. */
export const errorOf = (errors: FieldErrors, name: string | undefined) => {
  if (name === undefined) return undefined;
  const item = Object.keys(errors).find((path) => path.startsWith(`${name}.`));
  return errors[name] ?? (item === undefined ? undefined : errors[item]);
};
