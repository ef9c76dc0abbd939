import { isApiError } from '../api-error.ts';

export interface Failure {
  message: string;
  /** Messages by field name. */
  fields: Partial<Record<string, string>>;
}

const serverError = 'Something went wrong on our side. Your text is not lost: please send it again in a moment.';
const noResponse = 'We could not be reached. Your text is not lost: check your connection and send it again.';
const invalidFields = 'Not sent yet. Please check the marked fields.';
const tooMany = 'Too many messages were sent at once. Your text is not lost: please send it again in a few minutes.';

export const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return { message: noResponse, fields: {} };
  if (error.status >= 500) return { message: serverError, fields: {} };
  if (error.fields && Object.keys(error.fields).length > 0) return { message: invalidFields, fields: error.fields };
  return { message: error.serverMessage ?? (error.status === 429 ? tooMany : serverError), fields: {} };
};
