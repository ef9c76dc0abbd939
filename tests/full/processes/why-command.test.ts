/** `marquee why` as a process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { runCommand } from '../../support/running-site.ts';

let folder: string;
let test: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-why-command-'));
  test = await createTestDatabase();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await test.drop();
});

const why = (post: string) =>
  runCommand(['why', post], {
    DATABASE_URL: test.url,
    DATABASE_OWNER_URL: test.ownerUrl,
    DATA_DIR: join(folder, 'data'),
  });

it('names the reasons for a number or a URL, and fails if visitors do not see the post', async () => {
  const id = await addVideo(test.database.db, { title: 'Quiet harbour' });
  expect(await why(String(id))).toEqual({
    status: 0,
    output: `Post ${id}, “Quiet harbour”, is visible to visitors.\n`,
  });
  await test.database.db.updateTable('videos').set({ state: 'draft' }).where('id', '=', id).execute();
  const { status, output } = await why(`https://example.com/video/${id}-quiet-harbour`);
  expect(status).toBe(1);
  expect(output).toBe(`Post ${id}, “Quiet harbour”, isn’t visible to visitors:\n- It is a draft.\n`);
});

it('says so when there is no such post, and what it wants', async () => {
  expect(await why('999')).toMatchObject({ status: 1, output: expect.stringContaining('There is no post 999.') });
  expect(await why('harbour')).toMatchObject({
    status: 1,
    output: expect.stringContaining('It must be the number of a post, or its URL.'),
  });
});
