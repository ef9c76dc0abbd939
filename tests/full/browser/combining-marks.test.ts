/** A text with many combining marks stays in its own place: it draws nothing over the rest of a page. */
import { expect, it } from 'vitest';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();
const marks = `Z${'\u0301'.repeat(250)}`;

it.each([
  ['the title of a card', '/', '.card-title', '.card-picture'],
  ['the title of a video', '/video/1', 'main h1', 'main a[aria-label^="Play"]'],
  ['a chip', '/video/1', 'aside .chip', 'aside h2'],
  ['a name in the tag list', '/tags', 'main li a', 'main h1'],
  ['a name in a sentence', '/tag/milf', 'main h2 + p', 'main h2:has(+ p)'],
])('%s', async (_, path, text, above) => {
  const page = await demo.visit(path);
  const seen = async (content: string) => {
    await page
      .locator(text)
      .first()
      .evaluate((element, written) => {
        element.textContent = written;
      }, content);
    return (await page.locator(above).first().screenshot({ animations: 'disabled' })).toString('base64');
  };
  const before = await seen('Z');
  expect((await seen(marks)) === before).toBe(true);
});
