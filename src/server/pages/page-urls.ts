import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { helpPath, hotlinesByCountry, localHelpPath } from '#contract/values/hotlines.ts';
import { isReadablePath } from '#contract/values/urls.ts';
import { isInternalHost } from '#domain/ip.ts';
import type { VisitorCountry } from '../connections/visitors.ts';
import { cachePolicy } from '../page-cache/cached-page.ts';

/** The not-found page's URL for a path that no route can match; Fastify would refuse some of these itself. */
export const readablePageUrl = (url: string) => {
  if (!url.includes('%') || url.startsWith('/api/')) return url;
  return isReadablePath(url.split('?', 1)[0] ?? '') ? url : '/404';
};

/** Whether a request came for another host than the one of SITE_URL. */
export type IsForOtherHost = (request: IncomingMessage) => boolean;

const hostnameOf = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();

/**
 * A forwarded host is believed only to tell that the request is for this site, so that nobody can forge a redirect into
 * the cache of a proxy (cache poisoning).
 */
export const otherHostOf = (siteUrl: string): IsForOtherHost => {
  const own = hostnameOf(new URL(siteUrl).host);
  // Health checks, containers and proxies that don't pass on the visitor's host use such names. Search engines cannot.
  if (isInternalHost(own)) return () => false;
  return ({ headers: { host = '', 'x-forwarded-host': forwarded = '' } }) => {
    const hostname = hostnameOf(host);
    if (hostname === own || isInternalHost(hostname)) return false;
    return hostnameOf(String(forwarded).split(',', 1)[0] ?? '') !== own;
  };
};

/** Search engines find the site under one host. Data is answered everywhere: fetch() could not follow to another host. */
export const redirectOtherHosts = (app: FastifyInstance, siteUrl: string, isForOtherHost: IsForOtherHost) => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { url = '/' } = raw;
    if (!isForOtherHost(raw) || /\.data(\?|$)/.test(url)) return;
    // The slash keeps a URL in absolute form (`GET http://…`) from becoming a part of the host.
    const target = `${siteUrl}/${url.replace(/^\/+/, '')}`;
    return reply.header('cache-control', cachePolicy(false)).redirect(target, 301);
  });
};

/** Pages are cached for everyone, so the page with the hotlines has one URL per country. This leads to the visitor's. */
export const registerLocalHelp = (app: FastifyInstance, countryOf: VisitorCountry) => {
  app.get(localHelpPath, { schema: { hide: true }, config: { isOpenToEveryone: true } }, async (request, reply) => {
    const country = countryOf(request.raw) ?? '';
    const path = country in hotlinesByCountry ? `${helpPath}?country=${country}` : helpPath;
    return reply.header('cache-control', 'private, no-store').redirect(path, 302);
  });
};
