import { isApiError } from '../api-error.ts';

/** Why something was not sent. */
export interface Failure {
  message: string;
  /** By field. */
  fields: Partial<Record<string, string>>;
}

const onOurSide = 'Something went wrong on our side. Nothing that you typed is lost: please send it again in a moment.';
const noAnswer =
  'It could not be sent, because there was no answer. Nothing that you typed is lost: check your connection and send it again.';
const seeFields = 'It has not been sent yet. Please look at the marked fields.';
const busy = 'Too many were sent at once. Nothing that you typed is lost: please send it again in a few minutes.';

export const failureOf = (error: unknown): Failure => {
  if (!isApiError(error)) return { message: noAnswer, fields: {} };
  if (error.status >= 500) return { message: onOurSide, fields: {} };
  if (error.fields && Object.keys(error.fields).length > 0) return { message: seeFields, fields: error.fields };
  const message = error.serverMessage ?? (error.status === 429 ? busy : onOurSide);
  return { message, fields: {} };
};
