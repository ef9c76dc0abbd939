import type { Client } from '#contract/calls/client.ts';
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

/** For the data of client-side navigation, which isn't a document even if it is opened as one. */
const dataPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** A form that was submitted to a page. */
export interface SentForm {
  /** URL-encoded. */
  body: string;
  /** Makes calls as the visitor who sent it. */
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

/** Renders the page of a cache key. The renderer never sees the visitor's headers, not even Host. */
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
    // A page's data would be a duplicate of its content under another URL.
    if (!isDocument || status >= 400) headers['x-robots-tag'] = 'noindex';
    // Only requests from a configured origin get CORS headers.
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
