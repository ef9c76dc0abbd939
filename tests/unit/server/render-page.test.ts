import { expect, it } from 'vitest';
import { pageRenderer } from '#server/pages/render-page.ts';

const render = (type: string) =>
  pageRenderer({
    build: {
      renderPage: async () => ({
        status: 200,
        headers: new Headers({ 'content-type': type }),
        text: '',
        inline: { scripts: [], styles: [] },
        hasFrames: false,
        hasOwnPicturesOnly: false,
      }),
      cacheKeyOf: (url) => url,
      routeOfKey: (key) => key,
      isOpenPage: () => false,
      renderDoor: () => ({ html: '', inline: { scripts: [], styles: [] } }),
      formPaths: [],
      fixedPaths: [],
    },
    client: {} as never,
    contentSecurityPolicy: () => "default-src 'self'",
    hasOtherOrigins: false,
    siteName: 'Marquee',
    siteUrl: 'http://localhost:3000',
    report: () => {},
  })('/tags', async () => {});

it('a document has the policy of its source', async () => {
  const { headers } = await render('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toBe("default-src 'self'");
});

it('data allows nothing and cannot be framed, cached or not', async () => {
  const { headers } = await render('text/x-script');
  expect(headers['content-security-policy']).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
});
