import type { TokenBody, TokenRecord } from '#contract/api-tokens.ts';
import { adminClient } from '../session/admin-client.ts';
import { isNotFound } from '../session/failure.ts';
import { type WithId, withId } from './record.ts';

export type Token = WithId<TokenRecord>;

export const loadTokens = async () => (await adminClient.getTokens()).tokens.map(withId);

export const loadAllTokens = async () => (await adminClient.getAllTokens()).tokens.map(withId);

/** Returns the token itself, which cannot be read again. */
export const createToken = async (body: TokenBody) => (await adminClient.createToken({ body })).token;

/** One that is not there any more is revoked: somebody else was faster. */
const goneIsRevoked = async (revoking: Promise<unknown>) => {
  try {
    await revoking;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
};

export const revokeToken = ({ id }: Token) => goneIsRevoked(adminClient.revokeToken({ params: { id } }));

export const revokeAnyToken = ({ id }: Token) => goneIsRevoked(adminClient.revokeAnyToken({ params: { id } }));
