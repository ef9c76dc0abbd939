import { type Static, Type } from 'typebox';
import {
  Done,
  defineRoutes,
  Email,
  ExpectedVersion,
  Id,
  IdParams,
  NameLimit,
  Nullable,
  OptionalText,
  OptionalTime,
  OptionalUrlOrPath,
  Page,
  Pagination,
  ProxiedPicture,
  RequiredText,
  SearchText,
  StrictObject,
  Success,
  Time,
  Version,
  VersionBody,
  WebUrl,
} from './calls/route.ts';
import { directoryRoutes } from './directory.ts';
import { partnerCategories } from './values/categories.ts';
import { limits, uploadedImageMegabytes } from './values/fields.ts';
import { submissionStates } from './values/partners.ts';
import { canBeRestored } from './values/record-kinds.ts';

export const Website = Type.Object({
  webName: Type.String(),
  webLink: Type.String(),
  webLogo: Type.String({ description: 'Path relative to the API host, or an absolute URL' }),
  webPicture: Type.Optional(ProxiedPicture),
  webDesc: Type.String(),
  active: Type.Boolean(),
});
export type Website = Static<typeof Website>;

/** The text fields of a submitted website. */
export const WebsiteTexts = Type.Object({
  name: RequiredText('name', limits.partner.name),
  link: WebUrl('link'),
  email: Email,
  description: Type.Optional(OptionalText('description', limits.partner.description)),
});
export type WebsiteTexts = Static<typeof WebsiteTexts>;

export const partnerRoutes = defineRoutes({
  findWebsites: {
    method: 'GET',
    path: '/find-website',
    access: 'anyone',
    cacheTags: ['partners'],
    area: 'partners',
    summary: 'Lists the active partner websites',
    response: Type.Array(Website),
  },
  addWebsite: {
    method: 'POST',
    path: '/add-website',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: { max: 10, timeWindow: '1 hour' },
    area: 'partners',
    summary: 'Submits a website for promotion',
    form: Type.Object({
      ...WebsiteTexts.properties,
      logo: Type.String({
        format: 'binary',
        description: `An image of at most ${uploadedImageMegabytes} MB, up to ${limits.uploadedImage.side} pixels wide and high`,
      }),
    }),
    response: Done,
  },
});

const NetworkCategory = Type.Enum(partnerCategories, { label: 'category' });

/** A partner website, whether an administrator added it or a visitor submitted it. */
export const NetworkRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  url: Type.String(),
  logo: Type.String(),
  description: Type.String(),
  category: NetworkCategory,
  active: Type.Boolean({ description: 'Whether visitors see it' }),
  email: Nullable(Type.String(), { description: 'Email of the submitter' }),
  submittedAt: OptionalTime,
  approvedAt: OptionalTime,
  freeUntil: OptionalTime,
  paidAt: OptionalTime,
  rejectedAt: OptionalTime,
  rejectReason: Nullable(Type.String()),
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type NetworkRecord = Static<typeof NetworkRecord>;

const networkFields = {
  name: RequiredText('name', limits.partner.name),
  url: WebUrl(),
  logo: Type.Optional(OptionalUrlOrPath('logo')),
  description: Type.Optional(OptionalText('description', limits.partner.description)),
  category: Type.Optional(NetworkCategory),
};
export const networkFilterFields = {
  search: SearchText,
  state: Type.Union([Type.Enum(submissionStates), Type.Literal('')], {
    default: '',
    description: 'Only submissions in this state; waiting ones come oldest first',
  }),
};

const SavedNetwork = Success({ network: NetworkRecord });
const networkArea = 'networks';

const {
  add: addNetwork,
  update: updateNetwork,
  remove: deleteNetwork,
} = directoryRoutes({
  path: '/networks',
  access: 'partners',
  area: networkArea,
  fields: networkFields,
  saved: SavedNetwork,
  summaries: {
    add: 'Adds a partner website. Visitors see it immediately.',
    update: 'Updates a partner website. Omitted fields keep their values.',
    remove: `Deletes a partner website. ${canBeRestored}`,
  },
});

export const networkRoutes = defineRoutes({
  getNetworks: {
    method: 'GET',
    path: '/networks',
    access: 'admin',
    tokenScopes: ['read'],
    area: networkArea,
    summary: 'Lists all partner websites, newest first',
    response: Type.Array(NetworkRecord),
  },
  searchNetworks: {
    method: 'GET',
    path: '/networks/search',
    access: 'admin',
    tokenScopes: ['read'],
    area: networkArea,
    summary: 'Lists partner websites page by page, newest first, by words of the name, the URL and the email',
    query: Type.Object({
      page: Page,
      limit: NameLimit(20),
      ...networkFilterFields,
    }),
    response: Success({ networks: Type.Array(NetworkRecord), pagination: Pagination }),
  },
  addNetwork,
  updateNetwork,
  deleteNetwork,
});

const Decided = Success({ network: NetworkRecord });
const submissionArea = 'submissions';

const decision = (verb: string, summary: string) =>
  ({
    method: 'POST',
    path: `/submissions/:id/${verb}`,
    access: 'submissions',
    area: submissionArea,
    summary,
    params: IdParams,
    body: VersionBody,
    response: Decided,
  }) as const;

export const submissionRoutes = defineRoutes({
  getSubmissions: {
    method: 'GET',
    path: '/submissions',
    access: 'submissions',
    area: submissionArea,
    summary: 'Lists up to 500 submitted websites that are waiting for a decision, oldest first',
    response: Success({ submissions: Type.Array(NetworkRecord) }),
  },
  approveSubmission: decision(
    'approve',
    'Approves a submitted website: lists it, starts its free days and emails the submitter',
  ),
  rejectSubmission: {
    method: 'POST',
    path: '/submissions/:id/reject',
    access: 'submissions',
    area: submissionArea,
    summary: 'Rejects a submitted website and emails the reason to the submitter',
    params: IdParams,
    body: StrictObject({ reason: RequiredText('reason', limits.partner.rejectReason), version: ExpectedVersion }),
    response: Decided,
  },
  markPaid: {
    ...decision('paid', 'Marks an approved website as paid, so that it stays listed for good'),
    access: 'partners',
  },
  deactivateNetwork: decision('deactivate', 'Hides a website from visitors'),
  activateNetwork: decision('activate', 'Shows a hidden website to visitors again'),
});
