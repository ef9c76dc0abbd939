import type { RenderedPage } from '../page-cache/kept-page.ts';
import { cachePolicy } from '../page-cache/page-headers.ts';
import type { WaitForTurn } from '../page-cache/render-queue.ts';
import { notingClient, type Shown } from '../page-cache/shown-keys.ts';
import { contentSecurityPolicy, permissionsPolicy } from './content-security-policy.ts';
import type { PageBuild, PageSite } from './page-build.ts';

export interface RendererOptions extends PageSite {
  build: PageBuild;
}

/** Makes the page of an address; neither the headers of a visitor nor the Host they sent have a part in it. */
export const pageRenderer =
  ({ build, client, ...site }: RendererOptions) =>
  async (address: string, waitForTurn: WaitForTurn): Promise<RenderedPage> => {
    const shown: Shown = { keys: new Set(), whole: true };
    const answer = await build.answerPage(new Request(site.siteUrl + address), {
      ...site,
      waitForTurn,
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
