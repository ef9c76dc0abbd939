import type { FastifyInstance } from 'fastify';
import type { Client } from '#contract/client.ts';
import { isEmail } from '#contract/values/email.ts';
import { dayMs } from '#domain/day.ts';
import { NotFoundError } from '#domain/errors.ts';
import { openToEveryone } from '../age/open-to-everyone.ts';
import { forOneHour } from '../cache-control.ts';

const path = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that nobody relies on a site that is no longer looked after. */
const validDays = 180;

const asUri = (contact: string) => (isEmail(contact) ? `mailto:${encodeURI(contact)}` : new URL(contact).href);

/** Where to report vulnerabilities (RFC 9116), if the settings name a contact. */
export const registerSecurityTxt = (app: FastifyInstance, { client, siteUrl }: { client: Client; siteUrl: string }) => {
  app.get(path, openToEveryone, async (_request, reply) => {
    const { securityContact, securityPolicyUrl } = await client.getSettings();
    if (securityContact === '') throw new NotFoundError('This site names no contact for reports of vulnerabilities.');
    const fields = [
      `Contact: ${asUri(securityContact)}`,
      `Expires: ${new Date(Date.now() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl}${path}`,
      ...(securityPolicyUrl === '' ? [] : [`Policy: ${new URL(securityPolicyUrl).href}`]),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', forOneHour)
      .send(`${fields.join('\n')}\n`);
  });
};
