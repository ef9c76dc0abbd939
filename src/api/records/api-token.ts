import type { TokenBody, TokenRecord } from '#contract/api-tokens.ts';
import { type TokenScope, tokenLimits } from '#contract/values/token-scopes.ts';
import type { ApiToken, NewApiToken } from '#domain/accounts/api-tokens.ts';

export const toTokenRecord = (token: ApiToken): TokenRecord => ({
  _id: String(token.id),
  adminId: String(token.adminId),
  username: token.username,
  name: token.name,
  prefix: token.prefix,
  scopes: token.scopes as TokenScope[],
  draftsOnly: token.draftsOnly,
  partner: token.partnerId === null ? null : String(token.partnerId),
  partnerName: token.partnerName,
  dailyLimit: token.dailyLimit,
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt?.toISOString() ?? null,
  lastUsedAt: token.lastUsedAt?.toISOString() ?? null,
});

export const fromTokenBody = (body: TokenBody): NewApiToken => ({
  name: body.name.trim(),
  scopes: body.scopes,
  expiresInDays: body.expiresInDays ?? null,
  draftsOnly: body.draftsOnly ?? false,
  partnerId: body.partner ? Number(body.partner) : null,
  dailyLimit: body.dailyLimit ?? tokenLimits.dailyLimit.default,
});
