import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type partnerRoutes, WebsiteTexts } from '#contract/partners.ts';
import { limits } from '#contract/values/limits.ts';
import { logoMissing, logoTooLarge, unknownField } from '#contract/values/sentences.ts';
import { websiteSentFragment } from '#contract/values/website-sent.ts';
import { DomainError, ValidationError } from '#domain/errors.ts';
import { type Submission, submitWebsite } from '#domain/partners/submit-website.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { isFormNavigation } from './http/problem-page.ts';
import { validatorOf } from './http/validation.ts';
import { sentencesOf } from './http/validation-messages.ts';
import { fromWebsiteForm, toWebsite } from './records/partner.ts';

const validateTexts = validatorOf(WebsiteTexts, 'body');

const refuse = (field: string, message: string) => new ValidationError(message, { [field]: message });

const logoOf = async (part: MultipartFile) => {
  const logo = await part.toBuffer().catch(() => undefined);
  if (!logo || part.file.truncated) throw refuse('logo', logoTooLarge);
  return logo;
};

const textOf = (part: MultipartValue) => {
  if (typeof part.value !== 'string' || part.fieldnameTruncated || part.valueTruncated)
    throw refuse(part.fieldname, `${part.fieldname} is too long.`);
  return part.value.trim();
};

interface Form {
  texts: Record<string, string>;
  logo: Buffer | undefined;
}

const readForm = async (request: FastifyRequest): Promise<Form> => {
  if (!request.isMultipart()) throw new ValidationError('Send the form as multipart/form-data.');
  const form: Form = { texts: {}, logo: undefined };
  const formLimits = { fileSize: limits.logo.bytes, files: 1, fields: 20, fieldSize: 20_000, parts: 25 };
  for await (const part of request.parts({ limits: formLimits })) {
    if (part.type === 'file' && part.fieldname === 'logo') {
      form.logo = await logoOf(part);
      continue;
    }
    if (part.type === 'file') await part.toBuffer();
    if (part.type === 'file' || !Object.hasOwn(WebsiteTexts.properties, part.fieldname))
      throw refuse(part.fieldname, unknownField(part.fieldname));
    form.texts[part.fieldname] = textOf(part as MultipartValue);
  }
  return form;
};

const submissionOf = ({ texts, logo }: Form): Submission => {
  const fields = validateTexts(texts) ? {} : sentencesOf(validateTexts.errors ?? [], 'body');
  if (!logo?.length) fields.logo = logoMissing;
  const [first] = Object.values(fields);
  if (first !== undefined || !logo) throw new ValidationError(first ?? logoMissing, fields);
  return fromWebsiteForm(texts as WebsiteTexts, logo);
};

/** Errors of the multipart parser are the client's. */
const refuseUnreadable = (error: Error & { statusCode?: number }): never => {
  if (error instanceof DomainError || error.statusCode !== undefined) throw error;
  throw new ValidationError(`The form could not be read: ${error.message}.`);
};

export const partnerHandlers = ({ db, listedPartners }: ApiContext): HandlersOf<keyof typeof partnerRoutes> => ({
  findWebsites: async () => (await listedPartners()).map(toWebsite),
  addWebsite: async ({ request, reply }) => {
    const form = await readForm(request).catch(refuseUnreadable);
    await submitWebsite(db, submissionOf(form));
    // The form of a page whose scripts have not loaded.
    if (isFormNavigation(request)) reply.code(303).header('location', `/our-network#${websiteSentFragment}`);
    return { success: true };
  },
});
