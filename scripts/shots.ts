// npm run shots [-- part of a name]: contact sheets of every screen at several widths and in both themes, into shots/.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { startDemo } from '../bench/support/demo-process.ts';
import { openBrowser } from '../tests/support/browser.ts';
import { type AdminScreen, backOfficeScreens } from './contact-sheets/back-office-screens.ts';
import { adminOfShots, openBackOffice } from './contact-sheets/open-back-office.ts';

const folder = join(import.meta.dirname, '../shots');
const pictures = join(import.meta.dirname, '../docs/pictures');

interface Screen {
  name: string;
  path: string;
  isFirstVisit?: boolean;
  prepare?: (page: Page) => Promise<unknown>;
}

const screens: Screen[] = [
  { name: 'age-gate', path: '/', isFirstVisit: true },
  { name: 'home', path: '/' },
  { name: 'home-page', path: '/3' },
  { name: 'video', path: '/video/1' },
  { name: 'pornstar', path: '/pornstar/isla-torven' },
  { name: 'list', path: '/top-videos?page=9' },
  { name: 'pornstars', path: '/pornstars' },
  { name: 'category', path: '/category/small-tits' },
  { name: 'tag', path: '/tag/milf' },
  { name: 'tags', path: '/tags' },
  { name: 'tags-of-a-letter', path: '/tags?letter=S' },
  { name: 'our-network', path: '/our-network' },
  { name: 'report', path: '/report#video=1' },
  {
    name: 'report-form',
    path: '/report?kind=intimate_image#video=1',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Send report' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'report-status',
    path: '/report?kind=other',
    prepare: async (page) => {
      await page.getByLabel('What is wrong').fill('A mast that is too tall.');
      await page.getByRole('button', { name: 'Send report' }).click();
      await page.waitForURL('**/report/status/*');
    },
  },
  ...['minor', 'copyright', 'personal_data', 'dead_link', 'other'].map((kind) => ({
    name: `report-${kind.replace('_', '-')}`,
    path: `/report?kind=${kind}#video=1`,
  })),
  { name: 'get-help', path: '/get-help' },
  { name: 'copyright', path: '/copyright' },
  { name: 'transparency', path: '/transparency' },
  { name: 'archive', path: '/archive' },
  {
    name: 'archive-day',
    path: '/archive',
    prepare: async (page) => {
      const first = page.locator('.archive-list a').first();
      for (const heading of [/^Videos of [A-Z]/, /^Videos of \d/]) {
        await first.click();
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      }
    },
  },
  {
    name: 'promotion',
    path: '/our-network',
    prepare: (page) => page.getByRole('button', { name: 'Add Your Website' }).click(),
  },
  { name: 'menu', path: '/tags', prepare: (page) => page.getByRole('button', { name: 'Menu' }).click() },
  {
    name: 'suggestions',
    path: '/tags',
    prepare: async (page) => {
      await page.keyboard.press('/');
      await page.locator('input:focus').fill('mi');
      await page.getByRole('listbox').locator('img').first().waitFor();
    },
  },
  {
    name: 'recent-searches',
    path: '/tags',
    prepare: async (page) => {
      await page.evaluate(() => localStorage.setItem('recent-searches', '["harbour lights","retro train","isla"]'));
      await page.keyboard.press('/');
      await page.getByRole('listbox').first().waitFor();
    },
  },
  { name: 'search', path: '/search?q=lezbian' },
  { name: 'search-with-names', path: '/search?q=isla' },
  { name: 'nothing-found', path: '/search?q=title%3Aqqqqqqqqqq' },
  { name: 'content-removal', path: '/content-removal' },
  { name: 'past-the-end', path: '/tag/milf/999' },
  { name: 'mine', path: '/mine' },
  { name: 'not-found', path: '/404' },
];
const publicWidths = [390, 820, 1440];
const adminWidths = [390, 820, 1100, 1440];
const themes = ['dark', 'light'] as const;

const site = await startDemo(adminOfShots);
const backOffice = await openBackOffice(site.url);

const windowOf = (width: number, colorScheme: 'dark' | 'light') => ({
  viewport: { width, height: width < 800 ? 844 : 900 },
  colorScheme,
  reducedMotion: 'reduce' as const,
});

const open = async (
  browser: Browser,
  { path, isFirstVisit, prepare }: Screen,
  width: number,
  theme: 'dark' | 'light',
) => {
  const context = await browser.newContext(windowOf(width, theme));
  if (!isFirstVisit) await context.addInitScript('localStorage.setItem("adult", String(Date.now()))');
  const page = await context.newPage();
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  await prepare?.(page);
  return page;
};

/** One sheet per screen and theme: all widths side by side, each two screens high. */
const contactSheet = async (browser: Browser, screen: Screen | AdminScreen, theme: 'dark' | 'light') => {
  const shots: Buffer[] = [];
  const isAdminScreen = 'state' in screen;
  const widths = isAdminScreen ? adminWidths : publicWidths;
  const isFullPage = !screen.prepare && !('isFirstVisit' in screen && screen.isFirstVisit);
  const height = isFullPage ? 1800 : 900;
  for (const width of widths) {
    const page = isAdminScreen
      ? await backOffice.open(browser, screen, windowOf(width, theme))
      : await open(browser, screen, width, theme);
    if (isFullPage) await page.setViewportSize({ width, height });
    if (!isAdminScreen || screen.state !== 'loading') await page.waitForLoadState('networkidle');
    shots.push(await page.screenshot());
    await page.context().close();
  }
  const gap = 24;
  const total = widths.reduce((sum, width) => sum + width + gap, gap);
  const left = (place: number) => widths.slice(0, place).reduce((sum, width) => sum + width + gap, gap);
  await sharp({ create: { width: total, height: height + 2 * gap, channels: 3, background: '#888' } })
    .composite(shots.map((input, place) => ({ input, left: left(place), top: gap })))
    .png()
    .toFile(join(folder, `${screen.name}-${theme}.png`));
};

/** The two pictures of the README. */
const readmePicture = async (browser: Browser, name: string, path: string, width: number) => {
  const page = await open(browser, { name, path }, width, 'dark');
  const image = sharp(await page.screenshot());
  await image.png({ palette: true, quality: 90, effort: 10 }).toFile(join(pictures, `${name}.png`));
  await page.context().close();
};

const browser = await openBrowser({ loadsImages: true });
try {
  mkdirSync(folder, { recursive: true });
  mkdirSync(pictures, { recursive: true });
  const only = process.argv[2];
  const everyScreen = [...screens, ...backOfficeScreens];
  for (const screen of everyScreen.filter(({ name }) => only === undefined || name.includes(only)))
    for (const theme of themes) {
      await contactSheet(browser, screen, theme);
      console.log(`shots/${screen.name}-${theme}.png`);
    }
  if (only === undefined || only === 'readme') {
    await readmePicture(browser, 'list', '/new-content', 1440);
    await readmePicture(browser, 'video', '/video/1', 390);
    console.log('docs/pictures/list.png, docs/pictures/video.png');
  }
} finally {
  await browser.close();
  await backOffice.stop();
  await site.stop();
}
