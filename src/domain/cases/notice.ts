import type { CaseKind } from '#contract/values/cases.ts';
import { isEmail } from '#contract/values/email.ts';
import {
  fieldsOf,
  isUrgent,
  missingSentences,
  type ReportField,
  reportForms,
  type reportTexts,
} from '#contract/values/report-form.ts';
import { invalidEmail } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';

/** What a reporter entered. Fields that the form of its kind does not have are ignored. */
export interface NoticeInput extends Partial<Record<(typeof reportTexts)[number], string>> {
  kind: CaseKind;
  goodFaith?: boolean;
  perjury?: boolean;
  /** Sent although something that the law asks for is missing. */
  incomplete?: boolean;
}

/** A notice that can be received. */
export interface Notice {
  kind: CaseKind;
  urls: string;
  name: string;
  email: string;
  isComplete: boolean;
  /** What else was entered, by the names of the form's fields; a confirmed statement is 'yes'. */
  details: Record<string, string>;
}

const enteredIn = (input: NoticeInput, field: ReportField) => {
  const value = input[field];
  return typeof value === 'boolean' ? (value ? 'yes' : '') : (value ?? '').trim();
};

const stored: readonly string[] = ['urls', 'name', 'email'];

/** Refuses a notice without what it needs, with a sentence for each field. */
export const noticeOf = (input: NoticeInput): Notice => {
  const { kind } = input;
  const { required, mayBeIncomplete } = reportForms[kind];
  const values = Object.fromEntries(fieldsOf(kind).map((field) => [field, enteredIn(input, field)]));
  const { urls = '', name = '', email = '' } = values;
  const missing = required.filter((field) => values[field] === '');
  const isAccepted = mayBeIncomplete && input.incomplete === true;
  const isDescribed = isUrgent(kind) && (values.description ?? '') !== '';
  const refused = missing.filter((field) => (field === 'urls' ? !isDescribed : !isAccepted));
  const fields: Record<string, string> = Object.fromEntries(refused.map((field) => [field, missingSentences[field]]));
  if (email !== '' && !isEmail(email)) fields.email = invalidEmail;
  const [first] = Object.values(fields);
  if (first !== undefined) throw new ValidationError(first, fields);
  const details = Object.entries(values).filter(([field, value]) => value !== '' && !stored.includes(field));
  return { kind, urls, name, email, isComplete: missing.length === 0, details: Object.fromEntries(details) };
};
