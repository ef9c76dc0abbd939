/** The pages about the site itself, which the footer links to. */
import { describe, expect, it } from 'vitest';
import { defaultPageTexts } from '#contract/values/default-page-texts.ts';
import { type InfoPage, infoPages } from '#contract/values/info-pages.ts';
import { demoSite } from '../../support/public-site.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';

const demo = demoSite();

const pages = Object.entries(infoPages) as [InfoPage, (typeof infoPages)[InfoPage]][];
const missing = 'The operator of this site has not entered a contact email yet.';
const save = async (settings: object) => {
  const { cookie } = await createSignedInAdmin(demo.site, 'main_admin');
  const response = await callerOf(demo.site, cookie)('PUT', '/settings', settings);
  expect(response.statusCode, response.body).toBe(200);
};

describe('info pages', () => {
  it('the footer of every page links to them', async () => {
    const page = await demo.visit('/tags');
    const links = page.getByRole('contentinfo').getByRole('navigation', { name: 'About this site' }).getByRole('link');
    await expect
      .poll(() => links.allTextContents())
      .toEqual(['Content removal', 'Privacy', 'Terms', 'Contact', 'Report']);
    await links.filter({ hasText: 'Privacy' }).click();
    await page.waitForURL('**/privacy');
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
  });

  it.each(pages)(
    '%s has its default text as paragraphs, and says that the contact is missing',
    async (key, { path }) => {
      const page = await demo.visit(path);
      const main = page.getByRole('main');
      const paragraphs = defaultPageTexts[key].split('\n\n');
      expect((await main.locator('p').allTextContents()).slice(0, paragraphs.length)).toEqual(paragraphs);
      await expect.poll(() => main.getByText(missing).isVisible()).toBe(true);
    },
  );

  it('they show what an operator has entered, in paragraphs and lines', async () => {
    const text = 'First <b>paragraph</b>\nwith two lines.\r\n\r\nSecond paragraph.\n\n\n';
    await save({ contactEmail: 'desk@example.com', pageTexts: { removal: text } });
    const page = await demo.visitor();
    await expect
      .poll(async () => {
        await page.goto('/content-removal');
        return page.getByRole('main').locator('p[dir=auto]').allInnerTexts();
      })
      .toEqual(['First <b>paragraph</b>\nwith two lines.', 'Second paragraph.']);
    for (const [, { path }] of pages) {
      await page.goto(path);
      const link = page.getByRole('main').getByRole('link', { name: 'desk@example.com' });
      expect(await link.getAttribute('href'), path).toBe('mailto:desk@example.com');
      expect(await page.getByText(missing).count(), path).toBe(0);
    }
  });

  it('other pages do not carry these texts', async () => {
    const html = await demo.html('/tags');
    expect(html).not.toContain(defaultPageTexts.privacy.slice(0, 40));
  });
});
