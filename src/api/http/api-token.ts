import type { FastifyRequest } from 'fastify';
import { tokenStart } from '#contract/values/token-scopes.ts';

/** The API token that the request was sent with. Other Authorization headers are for a proxy in front of the site. */
export const apiTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return token?.startsWith(tokenStart) ? token : undefined;
};
