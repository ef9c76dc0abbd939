/** What older versions stored as files in the data folder is moved into the database. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { importUploads } from '#domain/uploads/uploads.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let picture: Buffer;
let dataDir: string;
let uploads: string;
beforeAll(async () => {
  site = await startTestSite();
  picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
});
afterAll(() => site.stop());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'marquee-old-data-'));
  uploads = join(dataDir, 'uploads');
  mkdirSync(join(uploads, 'logos'), { recursive: true });
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
});

const addFile = (content = picture) => {
  const name = `logos/${randomUUID()}.webp`;
  writeFileSync(join(uploads, name), content);
  return name;
};
const addFiles = (count: number) => Array.from({ length: count }, () => addFile());
const stored = async (names: string[]) =>
  site.database.db.selectFrom('uploads').selectAll().where('name', 'in', names).orderBy('name').execute();

/** Starts a site of this version with the old data folder. */
const start = async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const started = await startTestSite({ ...site.sameDatabase, dataDir }, { logger: pino({ level: 'warn' }, stream) });
  await started.stop();
  return lines;
};

it('files are served under their old names, and the folder is gone', async () => {
  const names = addFiles(3);
  const uploadedAt = new Date('2026-03-14T15:09:26Z');
  for (const name of names) utimesSync(join(uploads, name), uploadedAt, uploadedAt);
  expect(await start()).toEqual([]);
  expect(existsSync(uploads)).toBe(false);
  const logos = names.map((name) => `/uploads/${name}`);
  const partners = logos.map((logo) => ({ name: 'Pier', url: 'https://example.com', logo, active: true }));
  await site.database.db.insertInto('partners').values(partners).execute();
  for (const name of names) {
    const response = await site.app.inject({ url: `/uploads/${name}` });
    expect([response.statusCode, response.rawPayload]).toEqual([200, picture]);
  }
  expect((await stored(names)).map(({ created_at }) => created_at)).toEqual(names.map(() => uploadedAt));
  expect(await importUploads(site.database.db, uploads)).toEqual([]);
});

it('an import that was interrupted goes on', async () => {
  const names = addFiles(3);
  const [first = '', ...others] = names.toSorted();
  await site.database.db.insertInto('uploads').values({ name: first, content: picture }).execute();
  rmSync(join(uploads, others[0] ?? ''));
  expect(await importUploads(site.database.db, uploads)).toEqual([]);
  expect((await stored(names)).map(({ name }) => name)).toEqual([first, others[1]]);
  expect(existsSync(uploads)).toBe(false);
});

it('several processes may import the same folder at once', async () => {
  const names = addFiles(40);
  const { db } = site.database;
  const left = await Promise.all([1, 2, 3].map(() => importUploads(db, uploads)));
  expect(left).toEqual([[], [], []]);
  expect(await stored(names)).toHaveLength(40);
  expect(existsSync(uploads)).toBe(false);
});

it('what is no picture of ours is left, and logged in one line', async () => {
  const good = addFile();
  const empty = addFile(Buffer.alloc(0));
  const text = addFile(Buffer.from('<script>alert(1)</script>'));
  writeFileSync(join(uploads, 'notes.txt'), 'Dear diary');
  writeFileSync(join(uploads, 'logos/photo.webp'), picture);
  const lines = await start();
  expect(lines).toHaveLength(1);
  const left = [empty, text, 'notes.txt', 'logos/photo.webp'].toSorted();
  expect(JSON.parse(lines[0] ?? '').files.toSorted()).toEqual(left);
  expect(await stored([good, ...left])).toMatchObject([{ name: good }]);
  expect(readdirSync(uploads).toSorted()).toEqual(['logos', 'notes.txt']);
  expect(readdirSync(join(uploads, 'logos'))).toHaveLength(3);
});
