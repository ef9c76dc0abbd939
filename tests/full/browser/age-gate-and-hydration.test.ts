/** Whatever changes the document before React has loaded, the age gate stays until it is answered. */
import { describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

/** What extensions, translations and proxies do to a document; each runs when it is parsed, before React hydrates it. */
const changes: Record<string, () => void> = {
  'a translation that wraps every text': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) {
      const font = document.createElement('font');
      text.replaceWith(font);
      font.append(text);
    }
  },
  'another language and classes on the document': () => {
    document.documentElement.lang = 'nl';
    document.documentElement.className = 'translated-ltr';
  },
  'a heading with another text': () => {
    for (const heading of document.querySelectorAll('#site h1, #site h2')) heading.textContent = 'Something else';
  },
  'a removed part of the page': () => document.querySelector('#site main > *')?.remove(),
  'a removed bar and footer': () => {
    for (const part of document.querySelectorAll('#site header, #site footer')) part.remove();
  },
  'an element at the start of the body': () => document.body.prepend(document.createElement('aside')),
  'an element in the middle of the page': () =>
    document.querySelector('#site')?.prepend(document.createElement('aside')),
  'a removed age gate': () => document.getElementById('age-gate')?.remove(),
  'an age gate without its open attribute': () => document.getElementById('age-gate')?.removeAttribute('open'),
  'a document without attributes': () => {
    for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  },
  'broken hydration data': () => {
    for (const data of document.querySelectorAll('script[type="application/json"]')) data.textContent = '[]';
  },
};

describe('the age gate and the chosen theme survive', () => {
  it.each(Object.entries(changes))('%s', async (_, change) => {
    const page = await demo.visitor({ isAdult: false, ignoresErrors: true, colorScheme: 'dark' });
    await page.addInitScript(`
      localStorage.setItem('theme', 'light');
      document.addEventListener('readystatechange', () => {
        if (document.readyState === 'interactive') (${change})();
      });
    `);
    await page.goto('/', { waitUntil: 'networkidle' });
    const gate = page.getByRole('dialog', { name: 'Adults only' });
    await expect.poll(() => gate.isVisible()).toBe(true);
    await expect.poll(() => page.locator('#site').isVisible()).toBe(false);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await expect.poll(() => theme()).toBe('light');

    await gate.getByRole('button', { name: 'I am 18 or older' }).click();
    await gate.waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
    await expect.poll(() => theme()).toBe('light');
  });
});

describe('a title of emoji', () => {
  it('is cut between characters, and the page hydrates without an error', async () => {
    const title = `A${'🎬'.repeat(40)}`;
    await addVideo(demo.site.database.db, { title, performers: ['wren-emoji'] });
    await demo.site.index.waitUntilIndexed();
    const page = await demo.visitor({ isAdult: false });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto('/pornstar/wren-emoji', { waitUntil: 'networkidle' });
    await expect.poll(() => page.getByRole('dialog', { name: 'Adults only' }).isVisible()).toBe(true);
    await expect.poll(() => page.locator('.card-title').first().textContent()).toBe(`A${'🎬'.repeat(29)}…`);
    expect(complaints).toEqual([]);
  });
});
