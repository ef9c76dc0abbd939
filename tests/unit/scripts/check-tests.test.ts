import { expect, it } from 'vitest';
import { testProblems } from '../../../scripts/check-tests.ts';

/** The same check reads this file, so what it refuses is written with a mark that is taken out. */
const problemsOf = (text: string, path = 'unit/a.test.ts') => testProblems(path, text.replaceAll('·', ''));

it('finds nothing wrong with a test that waits for what has to happen', () => {
  const text = `it('waits', async () => {
  const timer = setInterval(() => {
    ask();
  }, 1000);
  socket.setTimeout(50);
  await expect.poll(count).toBe(1);
});`;
  expect(problemsOf(text)).toEqual([]);
});

it.each([
  'await vi.wait·For(() => expect(count()).toBe(1));',
  'await vi.wait·Until(isReady);',
  'await expect.poll(count, { time·out: 10_000 }).toBe(1);',
  `it('is slow', { time·out: 10_000 }, async () => {});`,
  'page.setDefault·Timeout(1000);',
  'plugins: [fc.interrupt·AfterTimeLimit(1000)],',
  'await page.waitFor·Timeout(200);',
  'await new Promise((done) => set·Timeout(done, 200));',
  `import { set·Timeout as pause } from 'node:timers/promises';`,
  `describe.on·ly('this', () => {});`,
  `it.each([1]).sk·ip('that', () => {});`,
  `it('again', { re·try: 3 }, () => {});`,
  `import fc from 'fast-check';\nfc.assert(property, { se·ed: 7 });`,
])('refuses %j', (text) => {
  expect(problemsOf(text)).toHaveLength(1);
});

it('refuses a limit as the last argument of a test or hook', () => {
  expect(problemsOf(`it('is slow', async () => {\n  await work();\n}, 60_000);`)).toEqual([
    expect.stringMatching(/^tests\/unit\/a\.test\.ts:3: \}, 60_000\);\n {2}The only limit/),
  ]);
  expect(problemsOf(`  it.each(all)(\n    '%s',\n    async () => {},\n    60_000,\n  );`)).toHaveLength(1);
});

it('allows load its own pace, and other seeds than those of random tests', () => {
  expect(problemsOf('await set·Timeout(100);', 'full/faults/load.ts')).toEqual([]);
  expect(problemsOf('generateCatalogue({ se·ed: 7 });')).toEqual([]);
});
