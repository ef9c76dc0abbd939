/** Public site, sections 2 and 9: tag pages and the index of tags. */
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/video-path.ts';
import { demoSite, desktop } from '../../support/public-site.ts';

const demo = demoSite();

describe('section 2: /tag/{tag}', () => {
  it('the tag is lowercased and its hyphens are spaces in the heading', async () => {
    const page = await demo.visit('/tag/Big-Tits');
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(() => heading.textContent()).toBe('big tits');
    await expect.poll(() => page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/tag\/big-tits$/);
  });

  it('shows 16 videos a page, with text blocks and a FAQ', async () => {
    const page = await demo.visit('/tag/milf/2');
    const { records } = await demo.get('/tags/milf/posts?page=2&limit=16');
    const cards = page.getByRole('list', { name: 'milf videos' }).getByRole('link');
    const paths = await cards.evaluateAll((all) => all.map((card) => card.getAttribute('href')));
    expect(paths).toEqual(records.map(({ _id, titel }: { _id: string; titel: string }) => videoPath(_id, titel)));
    await expect.poll(() => page.getByRole('heading', { name: 'About milf videos' }).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('heading', { name: 'Frequently asked questions' }).isVisible()).toBe(true);
    const question = page.locator('main details').last();
    await question.locator('summary').click();
    await expect.poll(() => question.locator('p').isVisible()).toBe(true);
  });

  it('has previous and next links, for visitors and in the head', async () => {
    const html = await demo.html('/tag/milf/2');
    expect(html).toMatch(/<link rel="prev" href="[^"]*\/tag\/milf"\/>/);
    expect(html).toMatch(/<link rel="next" href="[^"]*\/tag\/milf\/3"\/>/);
    const page = await demo.visit('/tag/milf/2');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Next' }).click();
    await page.waitForURL('**/tag/milf/3');
    await pages.getByRole('link', { name: 'Previous' }).click();
    await page.waitForURL('**/tag/milf/2');
    await pages.getByRole('link', { name: 'Previous' }).click();
    await page.waitForURL('**/tag/milf');
  });

  it('thumbnails are 150 px high up to 460 px of width, and 250 px above', async () => {
    const page = await demo.visit('/tag/milf', { viewport: { width: 460, height: 800 } });
    const image = page.getByRole('list', { name: 'milf videos' }).getByRole('img').first();
    const height = async () => (await image.boundingBox())?.height;
    await expect.poll(() => height()).toBe(150);
    await page.setViewportSize({ width: 461, height: 800 });
    await expect.poll(() => height()).toBe(250);
    await page.setViewportSize(desktop.viewport);
    await expect.poll(() => height()).toBe(250);
  });

  it('section 8: says "No videos found." for a tag without videos', async () => {
    const page = await demo.visit('/tag/no-such-tag');
    await expect.poll(() => page.getByText('No videos found.', { exact: true }).isVisible()).toBe(true);
  });
});

describe('section 2: /tags', () => {
  it('groups all tags by uppercase first letter, sorted inside each, each leading to /tag/{slug}', async () => {
    const { tags } = await demo.get('/tags?limit=1000');
    const page = await demo.visit('/tags');
    const groups = await page
      .getByRole('main')
      .locator('section')
      .evaluateAll((sections) =>
        sections.map((section) => ({
          letter: section.querySelector('h2')?.textContent ?? '',
          paths: [...section.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
        })),
      );
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
