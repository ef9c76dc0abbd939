import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { helpPath, hotlinesByCountry, localHelpPath } from '#contract/values/hotlines.ts';
import { isReadablePath } from '#contract/values/urls.ts';
import { isInternalHost } from '#domain/ip.ts';
import type { VisitorCountry } from '../connections/visitors.ts';
import { cachePolicy } from '../page-cache/cached-page.ts';

/** Replaces a path that cannot be decoded by the not-found page's, because Fastify would refuse some of them itself. */
export const readablePageUrl = (url: string) => {
  if (!url.includes('%') || url.startsWith('/api/')) return url;
  return isReadablePath(url.split('?', 1)[0] ?? '') ? url : '/404';
};

/** Whether a request is for a host other than that of SITE_URL. */
export type IsForOtherHost = (request: IncomingMessage) => boolean;

const hostnameOf = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase();

/**
 * X-Forwarded-Host can only show that a request is for this site, never that it is for another: a forged header must
 * not put a redirect into a proxy's cache (cache poisoning).
 */
export const otherHostOf = (siteUrl: string): IsForOtherHost => {
  const siteHostname = hostnameOf(new URL(siteUrl).host);
  // Used by health checks, containers and proxies that don't pass on the visitor's host, but never by search engines.
  if (isInternalHost(siteHostname)) return () => false;
  return ({ headers: { host = '', 'x-forwarded-host': forwarded = '' } }) => {
    const hostname = hostnameOf(host);
    if (hostname === siteHostname || isInternalHost(hostname)) return false;
    return hostnameOf(String(forwarded).split(',', 1)[0] ?? '') !== siteHostname;
  };
};

/** For search engines, the site has one host. Data isn't redirected, because fetch() couldn't follow across origins. */
export const redirectOtherHosts = (app: FastifyInstance, siteUrl: string, isForOtherHost: IsForOtherHost) => {
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { url = '/' } = raw;
    if (!isForOtherHost(raw) || /\.data(\?|$)/.test(url)) return;
    // The slash keeps a request target in absolute form (`GET http://…`) from extending the host name.
    const target = `${siteUrl}/${url.replace(/^\/+/, '')}`;
    return reply.header('cache-control', cachePolicy(false)).redirect(target, 301);
  });
};

/** Redirects to the hotlines of the visitor's country, which have their own URL because cached pages are shared. */
export const registerLocalHelp = (app: FastifyInstance, countryOf: VisitorCountry) => {
  app.get(localHelpPath, { schema: { hide: true }, config: { isOpenToEveryone: true } }, async (request, reply) => {
    const country = countryOf(request.raw) ?? '';
    const path = country in hotlinesByCountry ? `${helpPath}?country=${country}` : helpPath;
    return reply.header('cache-control', 'private, no-store').redirect(path, 302);
  });
};
