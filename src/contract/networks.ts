import { type Static, Type } from 'typebox';
import { directoryRoutes } from './directory-routes.ts';
import { OptionalText, OptionalUrlOrPath, RequiredText, WebUrl } from './fields.ts';
import { NameLimit, Page, SearchText } from './query.ts';
import { Id, OptionalTime, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { partnerCategories } from './values/categories.ts';
import { limits } from './values/limits.ts';
import { canBeRestored } from './values/retention.ts';
import { submissionStates } from './values/submission-states.ts';

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
  email: Type.Union([Type.String(), Type.Null()], { description: 'Email of the submitter' }),
  submittedAt: OptionalTime,
  approvedAt: OptionalTime,
  freeUntil: OptionalTime,
  paidAt: OptionalTime,
  rejectedAt: OptionalTime,
  rejectReason: Type.Union([Type.String(), Type.Null()]),
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type NetworkRecord = Static<typeof NetworkRecord>;

const fields = {
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
    description: 'Only submissions in this state; those that wait come oldest first',
  }),
};

const Saved = Success({ network: NetworkRecord });
const area = 'networks';

const { add, update, remove } = directoryRoutes({
  path: '/networks',
  area,
  fields,
  saved: Saved,
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
    area,
    summary: 'Lists all partner websites, newest first',
    response: Type.Array(NetworkRecord),
  },
  searchNetworks: {
    method: 'GET',
    path: '/networks/search',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: 'Lists partner websites page by page, newest first, by words of the name, the URL and the email',
    query: Type.Object({
      page: Page,
      limit: NameLimit(20),
      ...networkFilterFields,
    }),
    response: Success({ networks: Type.Array(NetworkRecord), pagination: Pagination }),
  },
  addNetwork: add,
  updateNetwork: update,
  deleteNetwork: remove,
});
