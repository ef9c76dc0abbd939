/** Whoever wants something removed finds the way on every page, also where something went wrong. */
import { expect, it } from 'vitest';
import { publicScreens } from '../../support/public-screens.ts';
import { demoSite, open } from '../../support/public-site.ts';

const demo = demoSite();

it.each([...publicScreens, '/no/such/page', '/video/999999999', '/pornstars/9999'])(
  'the footer of %s links to the content removal',
  async (path) => {
    const html = await demo.html(path);
    expect(html.slice(html.lastIndexOf('<footer'))).toContain(
      '<a href="/content-removal" dir="auto">Content removal</a>',
    );
  },
);

it('a page that cannot be rendered links to it', async () => {
  const page = await demo.visitor({ ignoresErrors: true });
  await open(page, '/tags');
  // Nothing of the site can be rendered without the data of its root.
  await page.route('**/*.data*', (route) =>
    route.fulfill({ contentType: 'text/x-script', body: '[{"_1":2},"root",{"_3":4},"error",["SanitizedError"]]' }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: 'Archive' }).click();
  await page.getByRole('link', { name: 'Content removal' }).first().waitFor();
});
