/** The pages about the site itself, which the footer links to. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultPageTexts } from '#contract/values/info-page-texts.ts';
import { type InfoPage, infoPages } from '#contract/values/public-pages.ts';
import { buildDir } from '#server/web-build.ts';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
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
    const $ = await demo.read('/tags');
    const links = 'footer nav[aria-label="About this site"] a';
    const titles = ['Content removal', 'Report', 'Copyright', 'Privacy', 'Terms', 'Records statement', 'Contact'];
    expect(textsIn($, links)).toEqual(titles);
    for (const [place, path] of hrefsIn($, links).entries())
      expect(textsIn(await demo.read(path), 'main h1'), path).toEqual([titles[place]]);
  });

  it.each(pages)(
    '%s has its default text with one heading of the first level, and says that the contact is missing',
    async (key, { path, title }) => {
      const $ = await demo.read(path);
      const headings = [...defaultPageTexts[key].matchAll(/^# (.+)$/gm)].map(([, heading]) => heading);
      expect(textsIn($, 'main h1')).toEqual([title]);
      expect(textsIn($, 'main h2')).toEqual([...headings, 'Write to us']);
      expect($('main').text()).not.toMatch(/\{\{|\*\*|\]\(/);
      expect(textsIn($, 'main p')).toContain(missing);
    },
  );

  it('they show what an operator has entered, in paragraphs and lines', async () => {
    const text = 'First <b>paragraph</b>\nwith two lines.\r\n\r\nSecond paragraph.\n\n\n';
    await save({ contactEmail: 'desk@example.com', pageTexts: { removal: text } });
    const paragraphs = async () => {
      const $ = await demo.read('/content-removal');
      return $('main p[dir=auto]')
        .toArray()
        .map((paragraph) => $(paragraph).html()?.replaceAll('\n', ''));
    };
    await expect
      .poll(paragraphs)
      .toEqual(['First &lt;b&gt;paragraph&lt;/b&gt;<br>with two lines.', 'Second paragraph.']);
    for (const [, { path }] of pages) {
      const $ = await demo.read(path);
      expect($('main a:contains("desk@example.com")').attr('href'), path).toBe('mailto:desk@example.com');
      expect($('main').text(), path).not.toContain(missing);
    }
  });

  it.each(['/content-removal', '/copyright'])('%s leads to the report first of all', async (path) => {
    const first = (await demo.read(path))('main a').first();
    expect([first.text(), first.attr('href')]).toEqual(['Report content', '/report']);
  });

  it('they name the facts that an operator has entered, and say which are missing', async () => {
    await save({ operator: { name: 'Example <i>Press</i> Ltd', address: '1 Long Lane\nTown' } });
    const text = async (path: string) => (await demo.read(path))('main').text();
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
    expect(html).toContain('</footer>');
    expect(html).not.toContain(defaultPageTexts.privacy.slice(0, 40));
  });
});
