/** The examples of docs/api.md, each run by a shell against the real app. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeToken } from '../../support/api-token.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

const run = promisify(execFile);

const examples = [...readFileSync('docs/api.md', 'utf8').matchAll(/^```sh\n(.+?)^```$/gms)].map(
  ([, text = '']) => text,
);

let site: TestSite;
let folder: string;
let token: string;
let post = '';
beforeAll(async () => {
  site = await startTestSite();
  folder = mkdtempSync(join(tmpdir(), 'marquee-examples-'));
  const admin = await createSignedInAdmin(site, 'admin');
  const listed = { titel: 'Rooftop', imageUrl: '/art/1.svg', Category: 'english', tags: ['Rooftops'] };
  await callerOf(site, admin.cookie)('POST', '/postdata', listed);
  ({ token } = await makeToken(site, admin, { name: 'Examples', scopes: ['read', 'posts', 'import'] }));
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('there are examples of reading, exporting, adding, changing and deleting', () => {
  expect(examples).toHaveLength(7);
});

it.each(examples)('%s', async (example) => {
  const env = { ...process.env, SITE: site.url, TOKEN: token, POST: post };
  const { stdout } = await run('sh', ['-ec', example], { cwd: folder, env });
  const file = /-o (\S+)/.exec(example)?.[1];
  if (file) expect(readFileSync(join(folder, file)).length).toBeGreaterThan(0);
  else expect(JSON.parse(stdout)).toMatchObject({ success: true });
  if (example.includes('/api/postdata')) post = JSON.parse(stdout).post._id;
});
