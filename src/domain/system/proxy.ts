import { isInternalHost, isPrivateIp } from '#domain/ip.ts';
import { type Check, failure, ok, warning } from './check.ts';
import type { SiteAnswer } from './own-site.ts';

const part = 'Proxy headers';

export interface ProxySettings {
  siteUrl: string;
  /** The value of TRUST_PROXY. */
  trusted: string;
}

/** Checks how the site sees a request to its public URL. */
export const judgeArrival = (answer: SiteAnswer, { siteUrl, trusted }: ProxySettings): Check => {
  const { protocol, host } = new URL(siteUrl);
  if (answer.kind === 'none')
    return warning(
      part,
      `${siteUrl} cannot be reached from this machine: ${answer.reason}.`,
      'If visitors can reach it, ignore this. Otherwise, check the proxy and DNS, or correct SITE_URL.',
    );
  if (answer.kind === 'other')
    return failure(
      part,
      `${siteUrl} does not lead to this site.`,
      'Correct SITE_URL, or let the proxy pass all requests to the site.',
    );
  const { arrival } = answer;
  if (arrival.untrustedProxy !== undefined)
    return warning(
      part,
      `Requests arrive through a proxy at ${arrival.untrustedProxy} that is not trusted, so all visitors seem to have its IP.`,
      `Set TRUST_PROXY=${arrival.untrustedProxy} and restart the site.`,
    );
  if (arrival.host !== host)
    return warning(
      part,
      `The site sees the host ${arrival.host} instead of ${host}.`,
      "Let the proxy pass on the visitor's Host.",
    );
  if (`${arrival.protocol}:` !== protocol)
    return warning(
      part,
      `The site sees ${arrival.protocol} instead of ${protocol.slice(0, -1)}.`,
      'Let the proxy send X-Forwarded-Proto, and set TRUST_PROXY to its IP.',
    );
  if (protocol === 'https:' && !arrival.hasForwardedFor && isPrivateIp(arrival.ip))
    return warning(
      part,
      `The proxy at ${arrival.ip} does not send the IP of visitors.`,
      'Let it send X-Forwarded-For, and set TRUST_PROXY to its IP.',
    );
  return ok(part, `${siteUrl} leads to this site, with the right headers. TRUST_PROXY is ${trusted}.`);
};

/** Checks that the settings are consistent, without a running site. */
export const judgeProxySettings = ({ siteUrl, trusted }: ProxySettings): Check => {
  const { protocol, hostname } = new URL(siteUrl);
  if (protocol === 'https:' && trusted === 'false')
    return warning(
      part,
      'SITE_URL is https, so a proxy is in front of the site, but none is trusted: all visitors will seem to have its IP.',
      'Set TRUST_PROXY to the IP of the proxy, or to loopback if it is on this machine.',
    );
  if (protocol === 'http:' && !isInternalHost(hostname.replace(/^\[|\]$/g, '')))
    return warning(
      part,
      `SITE_URL is ${siteUrl}: passwords would be sent unencrypted.`,
      'Put a proxy with TLS in front of the site, and set SITE_URL to its https URL.',
    );
  return ok(part, `TRUST_PROXY is ${trusted}.`);
};
