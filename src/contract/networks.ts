import { type Static, Type } from 'typebox';
import { IdParams } from './common.ts';
import {
  ExpectedVersion,
  Id,
  Moment,
  OptionalImageAddress,
  OptionalMoment,
  OptionalText,
  RequiredText,
  Version,
  VersionBody,
  WebAddress,
} from './fields.ts';
import { defineRoutes } from './route.ts';

export const networkCategories = ['adult', 'entertainment', 'social', 'streaming'] as const;
const NetworkCategory = Type.Enum(networkCategories);

/** A partner website, whether an administrator added it or a visitor submitted it. */
export const NetworkRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  url: Type.String(),
  logo: Type.String(),
  description: Type.String(),
  category: NetworkCategory,
  active: Type.Boolean({ description: 'Whether visitors see it' }),
  email: Type.Union([Type.String(), Type.Null()], { description: 'The submitter’s' }),
  submittedAt: OptionalMoment,
  approvedAt: OptionalMoment,
  freeUntil: OptionalMoment,
  paidAt: OptionalMoment,
  rejectedAt: OptionalMoment,
  rejectReason: Type.Union([Type.String(), Type.Null()]),
  version: Version,
  createdAt: Moment,
  updatedAt: Moment,
});
export type NetworkRecord = Static<typeof NetworkRecord>;

const fields = {
  name: RequiredText(200),
  url: WebAddress,
  logo: Type.Optional(OptionalImageAddress),
  description: Type.Optional(OptionalText(2000)),
  category: Type.Optional(NetworkCategory),
};
const Saved = Type.Object({ success: Type.Literal(true), network: NetworkRecord });
const area = 'networks';

export const networkRoutes = defineRoutes({
  getNetworks: {
    method: 'GET',
    path: '/networks',
    access: 'admin',
    area,
    summary: 'All partner websites, newest first',
    response: Type.Array(NetworkRecord),
  },
  addNetwork: {
    method: 'POST',
    path: '/networks',
    access: 'admin',
    area,
    summary: 'Adds a partner website, seen by visitors at once',
    body: Type.Object(fields, { additionalProperties: false }),
    response: Saved,
  },
  updateNetwork: {
    method: 'PUT',
    path: '/networks/:id',
    access: 'admin',
    area,
    summary: 'Changes a partner website; what is left out stays as it is',
    params: IdParams,
    body: Type.Object(
      { ...Type.Partial(Type.Object(fields)).properties, version: ExpectedVersion },
      { additionalProperties: false, minProperties: 1 },
    ),
    response: Saved,
  },
  deleteNetwork: {
    method: 'DELETE',
    path: '/networks/:id',
    access: 'admin',
    area,
    summary: 'Deletes a partner website; it can be restored for 30 days',
    params: IdParams,
    body: VersionBody,
    response: Type.Object({ success: Type.Literal(true), _id: Id }),
  },
});
