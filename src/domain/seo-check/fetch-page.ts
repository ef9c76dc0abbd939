import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';

export interface FetchedPage {
  status: number;
  /** Target of a redirect. */
  location: string;
  contentType: string;
  /** The X-Robots-Tag header. */
  robots: string;
  body: string;
}

export type FetchPage = (path: string) => Promise<FetchedPage>;

export interface OwnSite {
  /** The URL that the site listens on. */
  url: string;
  /** The public URL. */
  siteUrl: string;
  /** Exempts requests from the rate limit (seoCheckToken). */
  token: string;
}

const timeoutMs = 60_000;

/** Requests pages directly from the site, bypassing any proxy, as if they were requested from SITE_URL. */
export const ownPageFetcher = ({ url, siteUrl, token }: OwnSite, signal: AbortSignal): FetchPage => {
  // Don't resolve paths against a URL: one such as //host would send the token elsewhere.
  const { hostname, port } = new URL(url);
  const address = { hostname: hostname.replace(/^\[|\]$/g, ''), port };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  signal.addEventListener('abort', () => agent.destroy(), { once: true });
  const headers = { host: new URL(siteUrl).host, 'user-agent': 'Marquee SEO check', 'x-seo-check': token };
  return (path) =>
    new Promise((resolve, reject) => {
      const request = get({ ...address, path, agent, headers, signal, timeout: timeoutMs }, async (response) => {
        try {
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            contentType: response.headers['content-type'] ?? '',
            robots: String(response.headers['x-robots-tag'] ?? ''),
            body: await text(response),
          });
        } catch (error) {
          reject(error);
        }
      });
      request.on('timeout', () => request.destroy(new Error(`${path} did not respond within a minute`)));
      request.on('error', reject);
    });
};
