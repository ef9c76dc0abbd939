import { type Static, Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { DecimalId, IdParams } from './query.ts';
import { Done, Id, OptionalTime, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { tokenLimits, tokenScopes } from './values/token-scopes.ts';

const { dailyLimit, expiryDays } = tokenLimits;

const Scope = Type.Enum(tokenScopes, { label: 'scope', invalid: 'A scope is read, posts or import.' });

export const TokenRecord = Type.Object({
  _id: Id,
  adminId: Id,
  username: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'The beginning of the token' }),
  scopes: Type.Array(Scope),
  draftsOnly: Type.Boolean(),
  partner: Type.Union([Id, Type.Null()], { description: 'Id of the network that all its posts carry' }),
  partnerName: Type.Union([Type.String(), Type.Null()]),
  dailyLimit: Type.Union([Type.Integer(), Type.Null()]),
  createdAt: Time,
  expiresAt: OptionalTime,
  lastUsedAt: OptionalTime,
});
export type TokenRecord = Static<typeof TokenRecord>;

const TokenBody = Type.Object(
  {
    name: RequiredText('name', tokenLimits.name),
    scopes: Type.Array(Scope, {
      minItems: 1,
      maxItems: tokenScopes.length,
      uniqueItems: true,
      label: 'scopes',
    }),
    expiresInDays: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: expiryDays.max }), Type.Null()], {
        label: 'expiry',
        invalid: `The token must expire after 1 to ${expiryDays.max} days, or never.`,
      }),
    ),
    draftsOnly: Type.Optional(
      Type.Boolean({
        label: 'draftsOnly',
        description: 'May only add drafts, and change only those; with the scope posts',
      }),
    ),
    partner: Type.Optional(
      Type.Union([DecimalId('partner'), Type.Null()], {
        label: 'partner',
        invalid: 'partner must be a decimal number.',
        description: 'Id of the network that all its drafts carry',
      }),
    ),
    dailyLimit: Type.Optional(
      Type.Integer({
        minimum: dailyLimit.min,
        maximum: dailyLimit.max,
        label: 'daily limit',
        invalid: `The daily limit must be a whole number from ${dailyLimit.min} to ${dailyLimit.max}.`,
        description: 'Of drafts, and of pictures',
      }),
    ),
  },
  { additionalProperties: false },
);
export type TokenBody = Static<typeof TokenBody>;

const area = 'tokens';

export const apiTokenRoutes = defineRoutes({
  getTokens: {
    method: 'GET',
    path: '/admin/me/tokens',
    access: 'admin',
    area,
    summary: 'Lists your API tokens, newest first',
    response: Success({ tokens: Type.Array(TokenRecord) }),
  },
  createToken: {
    method: 'POST',
    path: '/admin/me/tokens',
    access: 'admin',
    freshProof: 'always',
    area,
    summary: 'Makes an API token. This response alone has the token itself: only a hash of it is stored.',
    body: TokenBody,
    response: Success({ token: Type.String(), record: TokenRecord }),
  },
  revokeToken: {
    method: 'DELETE',
    path: '/admin/me/tokens/:id',
    access: 'admin',
    area,
    summary: 'Revokes one of your API tokens',
    params: IdParams,
    response: Done,
  },
  getAllTokens: {
    method: 'GET',
    path: '/admin/tokens',
    access: 'main_admin',
    area,
    summary: 'Lists the API tokens of all admins, newest first',
    response: Success({ tokens: Type.Array(TokenRecord) }),
  },
  revokeAnyToken: {
    method: 'DELETE',
    path: '/admin/tokens/:id',
    access: 'main_admin',
    freshProof: 'always',
    area,
    summary: 'Revokes an API token of any admin',
    params: IdParams,
    response: Done,
  },
});
