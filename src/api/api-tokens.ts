import type { apiTokenRoutes } from '#contract/api-tokens.ts';
import { allTokens, createApiToken, revokeApiToken, tokensOf } from '#domain/accounts/api-tokens.ts';
import { actorOf, requesterOf, sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { fromTokenBody, toTokenRecord } from './records/api-token.ts';

export const apiTokenHandlers = ({ db, siteName, siteUrl }: ApiContext): HandlersOf<keyof typeof apiTokenRoutes> => ({
  getTokens: async (call) => ({
    success: true,
    tokens: (await tokensOf(db, sessionOf(call).adminId)).map(toTokenRecord),
  }),
  createToken: async (call) => {
    const change = { ...requesterOf(call), adminId: sessionOf(call).adminId, site: { siteName, siteUrl } };
    const { token, record } = await createApiToken(db, change, fromTokenBody(call.body));
    return { success: true, token, record: toTokenRecord(record) };
  },
  revokeToken: async (call) => {
    await revokeApiToken(db, actorOf(call), Number(call.params.id), sessionOf(call).adminId);
    return { success: true };
  },
  getAllTokens: async () => ({ success: true, tokens: (await allTokens(db)).map(toTokenRecord) }),
  revokeAnyToken: async (call) => {
    await revokeApiToken(db, actorOf(call), Number(call.params.id));
    return { success: true };
  },
});
