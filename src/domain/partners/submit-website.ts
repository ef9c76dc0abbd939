import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isEmail } from '#contract/values/email.ts';
import { limits } from '#contract/values/limits.ts';
import {
  controlCharacters,
  enter,
  invalidEmail,
  invalidWebUrl,
  logoMissing,
  tooLong,
} from '#contract/values/sentences.ts';
import { isPlainText } from '#contract/values/text.ts';
import { isWebUrl } from '#contract/values/url.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { storeLogo } from './logos.ts';

export interface Submission {
  name: string;
  url: string;
  email: string;
  description: string;
  logo: Buffer | undefined;
}

/** Messages call a field by its `label`. */
const rules = {
  name: {
    label: 'name',
    required: true,
    max: limits.partner.name,
    isValid: isPlainText,
    invalid: controlCharacters('name'),
  },
  url: { label: 'link', required: true, max: limits.url, isValid: isWebUrl, invalid: invalidWebUrl('link') },
  email: {
    label: 'email',
    required: true,
    max: limits.email,
    isValid: (text: string) => isEmail(text) && isPlainText(text),
    invalid: invalidEmail,
  },
  description: {
    label: 'description',
    required: false,
    max: limits.partner.description,
    isValid: isPlainText,
    invalid: controlCharacters('description'),
  },
};

const problemOf = (field: keyof typeof rules, text: string) => {
  const { label, required, max, isValid, invalid } = rules[field];
  if (text === '') return required ? enter(label) : undefined;
  if (text.length > max) return tooLong(`The ${label}`, max);
  return isValid(text) ? undefined : invalid;
};

const problemsOf = ({ logo, ...texts }: Submission) => {
  const fields: Record<string, string> = {};
  for (const [field, text] of Object.entries(texts) as [keyof typeof rules, string][]) {
    const problem = problemOf(field, text);
    if (problem !== undefined) fields[field] = problem;
  }
  if (!logo || logo.length === 0) fields.logo = logoMissing;
  return fields;
};

/** Stores a visitor's website, inactive until an admin approves it. */
export const submitWebsite = async (db: Db, uploadsDir: string, submission: Submission): Promise<void> => {
  const fields = problemsOf(submission);
  const first = Object.values(fields)[0];
  if (first !== undefined || !submission.logo) throw new ValidationError(first ?? logoMissing, fields);
  const path = await storeLogo(uploadsDir, submission.logo);
  try {
    await db
      .insertInto('partners')
      .values({
        name: submission.name,
        url: submission.url,
        email: submission.email,
        description: submission.description,
        logo: `/uploads/${path}`,
        active: false,
        submitted_at: new Date(),
        reject_reason: null,
      })
      .execute();
  } catch (error) {
    await unlink(join(uploadsDir, path));
    throw error;
  }
};
