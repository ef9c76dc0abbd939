import { type partnerRoutes, WebsiteTexts } from '#contract/partners.ts';
import { logoMissing, logoTooLarge } from '#contract/values/sentences.ts';
import { websiteSentFragment } from '#contract/values/website-sent.ts';
import { ValidationError } from '#domain/errors.ts';
import { type Submission, submitWebsite } from '#domain/partners/submit-website.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { readPictureForm } from './http/multipart.ts';
import { isFormNavigation } from './http/problem-page.ts';
import { validatorOf } from './http/validation.ts';
import { sentencesOf } from './http/validation-messages.ts';
import { fromWebsiteForm, toWebsite } from './records/partner.ts';

const validateTexts = validatorOf(WebsiteTexts, 'body');

const submissionOf = (texts: Record<string, string>, logo: Buffer | undefined): Submission => {
  const fields = validateTexts(texts) ? {} : sentencesOf(validateTexts.errors ?? [], 'body');
  if (!logo?.length) fields.logo = logoMissing;
  const [first] = Object.values(fields);
  if (first !== undefined || !logo) throw new ValidationError(first ?? logoMissing, fields);
  return fromWebsiteForm(texts as WebsiteTexts, logo);
};

export const partnerHandlers = ({
  db,
  listedPartners,
  pictureUrls,
}: ApiContext): HandlersOf<keyof typeof partnerRoutes> => ({
  findWebsites: async () => {
    const pictures = await pictureUrls();
    return (await listedPartners()).map((partner) => toWebsite(pictures, partner));
  },
  addWebsite: async ({ request, reply }) => {
    const { texts, picture } = await readPictureForm(request, {
      picture: 'logo',
      tooLarge: logoTooLarge,
      texts: Object.keys(WebsiteTexts.properties),
    });
    await submitWebsite(db, submissionOf(texts, picture));
    // The form of a page whose scripts have not loaded.
    if (isFormNavigation(request)) reply.code(303).header('location', `/our-network#${websiteSentFragment}`);
    return { success: true };
  },
});
