/** How much JavaScript a visitor downloads, and that the schema library is not part of it. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildDir } from '#server/web-build.ts';
import { sharedDemo } from '../support/public-site.ts';

/** What a list page loads today plus 1 %, in bytes of gzip. Raise it only for a feature that is worth the wait. */
const budget = 149_000;

const demo = sharedDemo();

it('a list page loads no more JavaScript than its budget', async () => {
  const html = await demo.html('/new-content');
  const chunks = new Set(html.match(/\/assets\/[\w.-]+\.js/g));
  expect(chunks.size).toBeGreaterThan(3);
  const sizes = [...chunks].map(
    (chunk) => gzipSync(readFileSync(join(buildDir, 'client', chunk)), { level: 9 }).length,
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThanOrEqual(budget);
  expect(total, 'The page shrank: lower the budget to its size plus 1 %.').toBeGreaterThan(budget * 0.9);
});

it.each(globSync('assets/*.js', { cwd: join(buildDir, 'client') }))('%s is free of TypeBox', (chunk) => {
  const source = readFileSync(join(buildDir, 'client', chunk), 'utf8');
  const advice = 'The browser needs values, not schemas: import them from src/contract/values.';
  expect(source.includes('~kind'), advice).toBe(false);
});
