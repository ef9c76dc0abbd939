import { type networkRoutes, type partnerRoutes, type submissionRoutes, WebsiteTexts } from '#contract/partners.ts';
import { logoMissing, logoTooLarge } from '#contract/values/fields.ts';
import { websiteSentFragment } from '#contract/values/partners.ts';
import { ValidationError } from '#domain/errors.ts';
import { allPartners, type Partner, partners, searchPartners } from '#domain/partners/partners.ts';
import {
  activate,
  approve,
  type Decision,
  deactivate,
  markPaid,
  reject,
  type Submission,
  submitWebsite,
  waitingSubmissions,
} from '#domain/partners/submissions.ts';
import { directoryHandlers } from './directory.ts';
import type { ApiContext, Call, HandlersOf } from './http/call.ts';
import { actorOf } from './http/caller.ts';
import { isFormNavigation, withCurrentRecord } from './http/error-handler.ts';
import { readPictureForm } from './http/multipart.ts';
import { paginationOf } from './http/pagination.ts';
import { sentencesOf, validatorOf } from './http/validation.ts';
import { fromWebsiteForm, toNetworkRecord, toWebsite } from './records/partner.ts';
import { siteSettings } from './settings.ts';

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
    // A form that was sent without JavaScript gets a page instead of JSON.
    if (isFormNavigation(request)) reply.code(303).header('location', `/our-network#${websiteSentFragment}`);
    return { success: true };
  },
});

export const networkHandlers = ({ db, pictures }: ApiContext): HandlersOf<keyof typeof networkRoutes> => {
  const { add, update, remove } = directoryHandlers(db, partners, toNetworkRecord);
  return {
    getNetworks: async () => (await allPartners(db)).map(toNetworkRecord),
    searchNetworks: async ({ query: { state, ...query } }) => {
      const { records, total } = await searchPartners(db, { ...query, state: state === '' ? undefined : state });
      return { success: true, networks: records.map(toNetworkRecord), pagination: paginationOf(total, query) };
    },
    addNetwork: async (call) => {
      await pictures.hashBeforeSaving(call.body.logo);
      return { success: true, network: await add(call, call.body) };
    },
    updateNetwork: async (call) => {
      const { version, ...changes } = call.body;
      await pictures.hashBeforeSaving(changes.logo);
      return { success: true, network: await update(call, changes) };
    },
    deleteNetwork: remove,
  };
};

type DecisionCall = Pick<
  Call<(typeof submissionRoutes)['approveSubmission']>,
  'params' | 'body' | 'session' | 'request'
>;

export const submissionHandlers = (context: ApiContext): HandlersOf<keyof typeof submissionRoutes> => {
  const { db, siteUrl } = context;
  const terms = async () => ({ ...(await siteSettings(context)), siteUrl });
  const decisionOf = (call: DecisionCall): Decision => ({
    db,
    actor: actorOf(call),
    id: Number(call.params.id),
    expectedVersion: call.body?.version,
  });
  const toResponse = async (work: Promise<Partner>) => ({
    success: true as const,
    network: toNetworkRecord(await withCurrentRecord(toNetworkRecord, work)),
  });

  return {
    getSubmissions: async () => ({
      success: true,
      submissions: (await waitingSubmissions(db)).map(toNetworkRecord),
    }),
    approveSubmission: async (call) => toResponse(approve(decisionOf(call), await terms())),
    rejectSubmission: async (call) => toResponse(reject(decisionOf(call), await terms(), call.body.reason)),
    markPaid: (call) => toResponse(markPaid(decisionOf(call))),
    deactivateNetwork: (call) => toResponse(deactivate(decisionOf(call))),
    activateNetwork: (call) => toResponse(activate(decisionOf(call))),
  };
};
