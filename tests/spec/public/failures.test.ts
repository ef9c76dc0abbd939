/** Pages whose calls fail, rendered by the build that production serves. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Transport } from '#contract/calls/client.ts';
import { routes } from '#contract/calls/routes.ts';
import { loadPageBuild, type PageBuild } from '#server/pages/page-build.ts';
import { buildDir } from '#server/web-build.ts';
import { sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();
let pages: PageBuild;
beforeAll(async () => {
  pages = await loadPageBuild(buildDir);
});

/** Renders the page with matching calls answered this way, or failing. */
const pageWithFailing = async (path: string, failing: RegExp, answer?: { message?: string; status?: number }) => {
  const transport: Transport = async ({ method, path: call, body }) => {
    const headers = { 'content-type': 'application/json' };
    if (!failing.test(call))
      return fetch(`${demo.site.url}/api${call}`, { method, ...(body === undefined ? {} : { body, headers }) });
    if (!answer) throw new TypeError('fetch failed');
    const { status = 500, ...rest } = answer;
    return { status, statusText: 'Internal Server Error', json: async () => ({ success: false, ...rest }) };
  };
  const response = await pages.renderPage(new Request(`http://localhost${path}`), {
    client: createClient(routes, transport),
    siteName: 'Marquee',
    siteUrl: 'http://localhost',
    report: () => {},
    waitForTurn: async () => {},
  });
  const { text: html } = response;
  const alert = /<p role="alert"[^>]*>(.*?)<\/p>/.exec(html)?.[1]?.replaceAll('<!-- -->', '');
  return { status: response.status, location: response.headers.get('location'), html, alert };
};

const linksTo = (html: string, prefix: string) => new Set(html.match(new RegExp(`href="${prefix}[^"]+"`, 'g'))).size;

describe('lists', () => {
  it.each([
    ['/indian', /^\/getindians/],
    ['/muslim', /^\/getHijabi/],
    ['/top-videos', /^\/getpopularVideos/],
    ['/new-content', /^\/getnewVideos/],
    ['/most-liked', /^\/getTopRate/],
    ['/category/milfnut', /^\/getpostdata/],
    ['/search?q=milf', /^\/getpostdata/],
    ['/pornstar/isla-torven', /^\/pornstar\//],
    ['/our-network', /^\/find-website/],
  ])('%s says "Failed to fetch data"', async (path, call) => {
    for (const answer of [{}, undefined])
      expect(await pageWithFailing(path, call, answer)).toMatchObject({ status: 503, alert: 'Failed to fetch data' });
  });

  it('the home page adds status and status text', async () => {
    const { status, alert } = await pageWithFailing('/', /^\/getnewVideos/, {});
    expect({ status, alert }).toEqual({ status: 503, alert: 'Failed to fetch data: 500 Internal Server Error' });
  });

  it('the message is red', async () => {
    const { html } = await pageWithFailing('/indian', /^\/getindians/);
    expect(html).toMatch(/<p role="alert" class="[^"]*text-danger/);
  });
});

describe('tag pages', () => {
  const posts = /^\/tags\/milf\/posts/;
  it('say "Failed to fetch posts for tag: {status}", or the message of the server', async () => {
    expect((await pageWithFailing('/tag/milf', posts, {})).alert).toBe('Failed to fetch posts for tag: 500');
  });

  it('say "Failed to fetch tag posts" without an answer', async () => {
    expect((await pageWithFailing('/tag/milf', posts)).alert).toBe('Failed to fetch tag posts');
  });

  it('are shown without their metadata if that fails', async () => {
    const { status, html } = await pageWithFailing('/tag/milf', /\/metadata$/, {});
    expect(status).toBe(200);
    expect(linksTo(html, '/video/')).toBe(16);
  });
});

describe('the index of tags', () => {
  it('says "Error: Failed to fetch tags: {status}" and hides the built-in list', async () => {
    const { status, alert, html } = await pageWithFailing('/tags', /^\/tags\?/, {});
    expect({ status, alert }).toEqual({ status: 503, alert: 'Error: Failed to fetch tags: 500' });
    expect(html).not.toContain('id="letter-');
  });
});

describe('the performer directory', () => {
  it('shows the error text', async () => {
    const failed = await pageWithFailing('/pornstars', /^\/pornstars\?/, { message: 'The stars are out.' });
    expect(failed).toMatchObject({ status: 503, alert: 'The stars are out.' });
  });

  it('failed images fall back to female.png', async () => {
    const { status, html } = await pageWithFailing('/pornstars', /^\/pornstars\/images/, {});
    expect(status).toBe(200);
    expect(html.match(/<img src="\/female\.png"/g)).toHaveLength(30);
  });
});

describe('the rest of a page', () => {
  it('a video that fails shows the not-found page, and search engines are to come again', async () => {
    for (const answer of [{}, undefined]) {
      const { status, html } = await pageWithFailing('/video/1', /^\/getVideo/, answer);
      expect(status).toBe(503);
      expect(html).toContain('404 - Page Not Found');
    }
  });

  it('related videos that fail leave the page without them', async () => {
    const { records } = await demo.get('/getnewVideos?limit=1');
    const { status, html } = await pageWithFailing(`/video/${records[0]._id}`, /^\/relatedpostData/, {});
    expect(status).toBe(200);
    expect(html).not.toContain('Related Videos');
  });

  it('tag images that fail leave the tags without them', async () => {
    const { status, html } = await pageWithFailing('/', /^\/tags\/images/, {});
    expect(status).toBe(200);
    expect(html.match(/data-tags="[^"]*"><a [^>]*href="\/tag\//g)?.length).toBeGreaterThanOrEqual(64);
  });

  it.each([
    ['never arrives', undefined],
    ['is refused', {}],
    ['is no success', { status: 200 }],
  ])('the footer falls back to 29 tags and 30 performers when a call %s', async (_, answer) => {
    const { html } = await pageWithFailing('/our-network', /^\/footer\//, answer);
    const footer = html.slice(html.indexOf('<footer'));
    expect(linksTo(footer, '/tag/')).toBe(29);
    expect(linksTo(footer, '/pornstar/')).toBe(30);
  });
});
