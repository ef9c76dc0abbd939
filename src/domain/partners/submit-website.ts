import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isEmail } from '#contract/values/email.ts';
import { limits } from '#contract/values/limits.ts';
import { isPlainText } from '#contract/values/text.ts';
import { isWebUrl } from '#contract/values/url.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { storeLogo } from './logos.ts';

export interface Submission {
  name: string;
  link: string;
  email: string;
  description: string;
  logo: Buffer | undefined;
}

const max = limits.partner;

const problemsOf = ({ name, link, email, description, logo }: Submission) => {
  const fields: Record<string, string> = {};
  if (name === '') fields.name = 'Name is required';
  else if (name.length > max.name || !isPlainText(name))
    fields.name = `Name may have at most ${max.name} plain characters`;
  if (!isWebUrl(link) || link.length > limits.url)
    fields.link = 'Link must be a URL that starts with http:// or https://';
  if (!isEmail(email) || !isPlainText(email)) fields.email = 'Email must be an email address';
  if (description.length > max.description || !isPlainText(description))
    fields.description = `Description may have at most ${max.description} plain characters`;
  if (!logo || logo.length === 0) fields.logo = 'Please upload a logo image';
  return fields;
};

/** Stores a visitor's website, inactive until an admin approves it. */
export const submitWebsite = async (db: Db, uploadsDir: string, submission: Submission): Promise<void> => {
  const fields = problemsOf(submission);
  const first = Object.values(fields)[0];
  if (first !== undefined || !submission.logo) throw new ValidationError(first ?? 'Please upload a logo image', fields);
  const path = await storeLogo(uploadsDir, submission.logo);
  try {
    await db
      .insertInto('partners')
      .values({
        name: submission.name,
        url: submission.link,
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
