import type { Client } from '#contract/client.ts';
import { type RecordedTags, recordingClient } from '../page-cache/cache-tags.ts';
import { cachePolicy, missingPolicy, type RenderedPage } from '../page-cache/cached-page.ts';
import type { WaitForTurn } from '../page-cache/render-queue.ts';
import {
  framesFromAnywhere,
  ownPicturesOnly,
  type PageBuild,
  type PageSite,
  permissionsPolicy,
  reportingEndpoints,
} from './page-build.ts';
import type { PageSource } from './page-source.ts';

export interface RendererOptions extends PageSite {
  build: PageBuild;
  contentSecurityPolicy: PageSource['contentSecurityPolicy'];
  /** Whether browsers may read pages from another origin. */
  hasOtherOrigins: boolean;
}

/** For the data of client-side navigation, which is no document wherever it is opened. */
const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A form that a browser has sent to a page, and the client that makes calls for whoever sent it. */
export interface SentForm {
  /** URL-encoded. */
  body: string;
  client: Client;
}

const requestOf = (url: string, form: SentForm | undefined) =>
  form
    ? new Request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.body,
      })
    : new Request(url);

/** Renders the page of a cache key. The visitor's headers, Host included, never reach the renderer. */
export const pageRenderer =
  ({ build, client, contentSecurityPolicy, hasOtherOrigins, ...site }: RendererOptions) =>
  async (key: string, waitForTurn: WaitForTurn, form?: SentForm): Promise<RenderedPage> => {
    const recorded: RecordedTags = { tags: new Set(), isComplete: true };
    const rendered = await build.renderPage(requestOf(site.siteUrl + key, form), {
      ...site,
      waitForTurn,
      client: recordingClient(form?.client ?? client, recorded),
    });
    const { status, text, inline, hasFrames, hasOwnPicturesOnly } = rendered;
    const headers = Object.fromEntries(rendered.headers);
    const isDocument = headers['content-type']?.startsWith('text/html') ?? false;
    headers['cache-control'] = status < 400 ? cachePolicy(!isDocument) : missingPolicy;
    // The data of a page is no page, and would be a second URL of its content.
    if (!isDocument || status >= 400) headers['x-robots-tag'] = 'noindex';
    // Cached once for all: a request from a configured origin gets CORS headers that others don't.
    if (hasOtherOrigins) headers.vary = 'Origin';
    if (isDocument) {
      headers['content-security-policy'] = contentSecurityPolicy(inline, {
        ...(hasFrames && framesFromAnywhere),
        ...(hasOwnPicturesOnly && ownPicturesOnly),
      });
      headers['reporting-endpoints'] = reportingEndpoints;
      headers['permissions-policy'] = permissionsPolicy;
    } else headers['content-security-policy'] = dataPolicy;
    return { status, headers, text, recorded };
  };
