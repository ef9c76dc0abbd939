/** The pages about the site itself, which the footer links to. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultPageTexts } from '#contract/values/default-page-texts.ts';
import { type InfoPage, infoPages } from '#contract/values/info-pages.ts';
import { buildDir } from '#server/web-build.ts';
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
      .toEqual(['Content removal', 'Report', 'Copyright', 'Privacy', 'Terms', 'Records statement', 'Contact']);
    await links.filter({ hasText: 'Privacy' }).click();
    await page.waitForURL('**/privacy');
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
  });

  it.each(pages)(
    '%s has its default text with one heading of the first level, and says that the contact is missing',
    async (key, { path, title }) => {
      const page = await demo.visit(path);
      const main = page.getByRole('main');
      const headings = [...defaultPageTexts[key].matchAll(/^# (.+)$/gm)].map(([, heading]) => heading);
      expect(await main.locator('h1').allTextContents()).toEqual([title]);
      expect(await main.locator('h2').allTextContents()).toEqual([...headings, 'Write to us']);
      expect(await main.textContent()).not.toMatch(/\{\{|\*\*|\]\(/);
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

  it.each(['/content-removal', '/copyright'])('%s leads to the report first of all', async (path) => {
    const page = await demo.visit(path);
    const link = page.getByRole('main').getByRole('link').first();
    expect(await link.textContent()).toBe('Report content');
    await link.click();
    await page.waitForURL('**/report');
  });

  it('they name the facts that an operator has entered, and say which are missing', async () => {
    await save({ operator: { name: 'Example <i>Press</i> Ltd', address: '1 Long Lane\nTown' } });
    const page = await demo.visitor();
    const text = async (path: string) => {
      await page.goto(path);
      return page.getByRole('main').textContent();
    };
    await expect.poll(() => text('/terms')).toContain('Example <i>Press</i> Ltd1 Long LaneTown');
    expect(await text('/copyright')).toContain(
      'The name, postal address and email of the copyright agent have not been published yet.',
    );
  });

  it('the parser of Markdown is not part of what visitors download', async () => {
    const scripts = globSync('client/assets/*.js', { cwd: buildDir });
    expect(scripts.length).toBeGreaterThan(10);
    for (const script of scripts)
      expect(readFileSync(join(buildDir, script), 'utf8'), script).not.toMatch(/linkify|blockquote_open/);
  });

  it('other pages do not carry these texts', async () => {
    const html = await demo.html('/tags');
    expect(html).not.toContain(defaultPageTexts.privacy.slice(0, 40));
  });
});
