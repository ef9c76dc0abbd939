import type { Client } from '#contract/client.ts';
import type { RenderedPage } from '../page-cache/page-cache.ts';
import { cachePolicy } from '../page-cache/page-headers.ts';
import { notingClient, type Shown } from '../page-cache/shown-keys.ts';
import { contentSecurityPolicy, permissionsPolicy } from './content-security-policy.ts';
import type { PageBuild } from './page-build.ts';

export interface RendererOptions {
  build: PageBuild;
  /** Calls the API in process. */
  client: Client;
  siteName: string;
  /** The site's own origin, without a trailing slash. */
  siteUrl: string;
  report: (error: unknown, path: string) => void;
}

/** Makes the page of an address; neither the headers of a visitor nor the Host they sent have a part in it. */
export const pageRenderer =
  ({ build, client, ...site }: RendererOptions) =>
  async (address: string): Promise<RenderedPage> => {
    const shown: Shown = { keys: new Set(), whole: true };
    const answer = await build.answerPage(new Request(site.siteUrl + address), {
      ...site,
      client: notingClient(client, shown),
    });
    const { status, text } = answer;
    const headers = Object.fromEntries(answer.headers);
    const isDocument = headers['content-type']?.startsWith('text/html') ?? false;
    headers['cache-control'] = cachePolicy(!isDocument);
    if (isDocument) {
      headers['content-security-policy'] = contentSecurityPolicy(text);
      headers['permissions-policy'] = permissionsPolicy;
    }
    return { status, headers, text, shown };
  };
