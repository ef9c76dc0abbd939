// npm run bench:lighthouse [-- --runs 3]: Lighthouse's mobile profile on the demo site, the median of its runs.
import { parseArgs } from 'node:util';
import lighthouse from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { browserOptions } from '../../tests/support/browser.ts';
import { startDemo } from '../support/demo-process.ts';
import { printTable, type Row, report } from '../support/table.ts';

const targets = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const categories = Object.keys(targets) as (keyof typeof targets)[];
const screens = [
  { name: 'home, first visit', path: '/', answered: false },
  { name: 'home', path: '/', answered: true },
  { name: 'list', path: '/new-content', answered: true },
  { name: 'tag', path: '/tag/milf', answered: true },
  { name: 'video', path: '/video/1', answered: true },
];

const setAnswer = async (browser: BrowserContext, url: string, answered: boolean) => {
  const page = await browser.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    (now) => {
      if (now) localStorage.setItem('adult', now);
      else localStorage.clear();
    },
    answered ? String(Date.now()) : '',
  );
  await page.close();
};

const measure = async (url: string, port: number) => {
  const result = await lighthouse(url, {
    port,
    onlyCategories: categories,
    disableStorageReset: true,
    logLevel: 'silent',
  });
  if (!result || result.lhr.runtimeError)
    throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  const { lhr } = result;
  const failed = Object.values(lhr.audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ id }) => id);
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? 0;
  return {
    scores: categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    details: `LCP ${numberOf('largest-contentful-paint').toFixed(0)} ms, TBT ${numberOf('total-blocking-time').toFixed(0)} ms, CLS ${numberOf('cumulative-layout-shift').toFixed(2)}`,
    failed,
  };
};

export const measureLighthouse = async (runsPerPage: number): Promise<Row[]> => {
  const site = await startDemo();
  const port = site.port + 1;
  const launch = browserOptions();
  const browser = await chromium.launchPersistentContext('', {
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  const rows: Row[] = [];
  try {
    for (const { name, path, answered } of screens) {
      await setAnswer(browser, site.url, answered);
      const runs = [];
      for (let run = 0; run < runsPerPage; run++) runs.push(await measure(site.url + path, port));
      const median = runs.toSorted((a, b) => (a.scores[0] ?? 0) - (b.scores[0] ?? 0))[Math.floor(runs.length / 2)];
      if (!median) throw new Error('At least one run is needed.');
      rows.push(
        report({
          name: `Lighthouse: ${name}`,
          figure: [median.scores.join(' / '), median.details, ...median.failed].join(', '),
          target: Object.values(targets).join(' / '),
          met: categories.every((category, place) => (median.scores[place] ?? 0) >= targets[category]),
        }),
      );
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  return rows;
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' } } });
  printTable(await measureLighthouse(Number(values.runs)));
}
