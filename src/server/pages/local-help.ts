import type { FastifyInstance } from 'fastify';
import { helpPath, localHelpPath } from '#contract/values/help-paths.ts';
import { hotlinesByCountry } from '#contract/values/hotlines.ts';
import type { VisitorCountry } from '../age/visitor-country.ts';

/** Pages are cached for everyone, so the page with the hotlines has one URL per country. This leads to the visitor's. */
export const registerLocalHelp = (app: FastifyInstance, countryOf: VisitorCountry) => {
  app.get(localHelpPath, { schema: { hide: true }, config: { isOpenToEveryone: true } }, async (request, reply) => {
    const country = countryOf(request.raw) ?? '';
    const path = country in hotlinesByCountry ? `${helpPath}?country=${country}` : helpPath;
    return reply.header('cache-control', 'private, no-store').redirect(path, 302);
  });
};
