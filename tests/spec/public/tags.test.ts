/** Tag pages and the index of tags. */
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/urls.ts';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { desktop, sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

describe('/tag/{tag}', () => {
  it('the tag is lowercased and its hyphens are spaces in the heading', async () => {
    const $ = await demo.read('/tag/Big-Tits');
    expect(textsIn($, 'h1')).toEqual(['big tits']);
    expect($('link[rel=canonical]').attr('href')).toMatch(/\/tag\/big-tits$/);
  });

  it('shows 16 videos a page, with text blocks and a FAQ', async () => {
    const $ = await demo.read('/tag/milf/2');
    const { records } = await demo.get('/tags/milf/posts?page=2&limit=16');
    expect(records).toHaveLength(16);
    expect(hrefsIn($, 'ul[aria-label="milf videos"] a')).toEqual(
      records.map(({ _id, titel }: { _id: string; titel: string }) => videoPath(_id, titel)),
    );
    expect(textsIn($, 'main h2')).toEqual(expect.arrayContaining(['About milf videos', 'Frequently asked questions']));
    const answers = textsIn($, 'main details > summary ~ p');
    expect(answers).toHaveLength($('main section details summary').length);
    expect(answers.at(-1)).toBe('Each video’s page leads to the site that hosts it.');
  });

  it('has previous and next links, for visitors and in the head', async () => {
    const html = await demo.html('/tag/milf/2');
    expect(html).toMatch(/<link rel="prev" href="[^"]*\/tag\/milf"\/>/);
    expect(html).toMatch(/<link rel="next" href="[^"]*\/tag\/milf\/3"\/>/);
    const step = async (path: string, rel: string) =>
      hrefsIn(await demo.read(path), `nav[aria-label="Pages"] a[rel=${rel}]`);
    expect(await step('/tag/milf/2', 'next')).toEqual(['/tag/milf/3']);
    expect(await step('/tag/milf/3', 'prev')).toEqual(['/tag/milf/2']);
    expect(await step('/tag/milf/2', 'prev')).toEqual(['/tag/milf']);
  });

  it('cards show only thumbnails, 150 px high up to 460 px of width and 250 px above', async () => {
    const page = await demo.visit('/tag/milf', { viewport: { width: 460, height: 800 } });
    const image = page.getByRole('list', { name: 'milf videos' }).getByRole('img').first();
    const height = async () => (await image.boundingBox())?.height;
    await expect.poll(() => height()).toBe(150);
    const title = page.getByRole('list', { name: 'milf videos' }).locator('.sr-only').first();
    expect((await title.boundingBox())?.width).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 461, height: 800 });
    await expect.poll(() => height()).toBe(250);
    await page.setViewportSize(desktop.viewport);
    await expect.poll(() => height()).toBe(250);
  });

  it('says "No videos found." for a tag without videos', async () => {
    expect(textsIn(await demo.read('/tag/no-such-tag'), 'main p')).toContain('No videos found.');
  });
});

describe('/tags', () => {
  it('groups all tags by uppercase first letter, sorted inside each, each leading to /tag/{slug}', async () => {
    const { tags } = await demo.get('/tags?limit=1000');
    const $ = await demo.read('/tags');
    const groups = $('main section')
      .toArray()
      .map((section) => ({
        letter: $(section).find('h2').text(),
        paths: $(section)
          .find('a')
          .toArray()
          .map((link) => link.attribs.href ?? ''),
      }));
    expect(groups.flatMap(({ paths }) => paths).toSorted()).toEqual(
      tags.map((tag: string) => `/tag/${tag}`).toSorted(),
    );
    const letters = groups.map(({ letter }) => letter);
    expect(letters).toEqual([...new Set(letters)].toSorted());
    for (const { letter, paths } of groups) {
      expect(letter).toMatch(/^[A-Z0-9]$/);
      for (const path of paths) expect(path.startsWith(`/tag/${letter.toLowerCase()}`)).toBe(true);
      const collator = new Intl.Collator('en');
      expect(paths).toEqual(paths.toSorted(collator.compare));
    }
  });
});
