/** An exported catalogue that is imported into an empty site is the same catalogue. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, fileStream } from '#api/http/exported-files.ts';
import { catalogueFile, postFile } from '#api/records/exported.ts';
import type { ImportField, ImportOrigin } from '#contract/values/imports.ts';
import { byName, postFields, postTexts, toWireTexts } from '#contract/values/post-fields.ts';
import type { Db } from '#db/database.ts';
import { system } from '#domain/audit-log.ts';
import { performers } from '#domain/directory/performers.ts';
import { everyPost } from '#domain/exports/exports.ts';
import { startCheck, startRun } from '#domain/imports/control-imports.ts';
import { readImport, readImportRows } from '#domain/imports/imports.ts';
import { previewFeed } from '#domain/imports/preview-feed.ts';
import { receiveFeed } from '#domain/imports/received-feeds.ts';
import { createImportRunner } from '#domain/imports/runner.ts';
import { addSource, defaultSettings, emptySettings } from '#domain/imports/sources.ts';
import { addNameAlias, describeName } from '#domain/names/edit-name.ts';
import { partners } from '#domain/partners/partners.ts';
import { addVideo, type NewVideo, updateVideo } from '#domain/posts/save-video.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const databases: TestDatabase[] = [];
const emptySite = async (): Promise<Db> => {
  const test = await createTestDatabase();
  databases.push(test);
  return test.database.db;
};
/** More posts than an export reads at once. */
const manyFilms = 700;
const fewFilms = 60;
let large: Db;
let small: Db;
beforeAll(async () => {
  [large, small] = [await emptySite(), await emptySite()];
  await fill(large, manyFilms);
  await fill(small, fewFilms);
});
afterAll(() => Promise.all(databases.map((test) => test.drop())));

const plain = { imageUrl: 'https://example.com/1.jpg', category: 'english' as const };

/** What is hard to write and to read: quotes, lines, formulas, markup, other scripts, names that their slugs do not tell. */
const posts = (partnerId: number): NewVideo[] => [
  {
    ...plain,
    title: '=SUM(1) "quoted", <b>bold</b> &amp; 夜の港 🎬',
    link: 'https://example.com/watch?v=1,2;3|4',
    otherLinks: ['https://mirror.example.com/a,b', 'https://example.org/c'],
    description: "Line one\nline two\n\n'=guarded",
    altKeywords: '+1, -2; three',
    tags: ['Slow Evening', 'AC/DC, live; loud', 'Café', 'boats'],
    performers: ['Isla Torven', 'O’Neill | Sons'],
    minutes: 90,
    iframeUrl: 'https://example.com/embed/1?a=1&b=2',
    previewUrls: ['https://example.com/p1.jpg', '/art/2.svg'],
    partnerId,
    source: 'Studio “A”',
    rightsHolder: '- Odo -',
    consent: '@signed',
    recordDate: '2026-01-31',
  },
  { ...plain, title: "'-already guarded", category: 'viral', link: '', minutes: 0 },
  { ...plain, title: 'A draft without a picture', imageUrl: '', state: 'draft', link: 'https://example.com/draft' },
  {
    ...plain,
    title: 'For later',
    category: 'hijabi',
    link: 'https://example.com/later',
    state: 'scheduled',
    publishAt: new Date('2099-01-31T12:34:56.789Z'),
  },
  {
    ...plain,
    title: 'On a server of our own',
    link: 'http://user:word@media.local/watch/1',
    imageUrl: 'http://10.0.0.7/1.jpg',
    iframeUrl: 'http://media.local/embed/1',
  },
  { ...plain, title: 'First of two with one link', link: 'https://example.com/twice' },
  { ...plain, title: 'Second of two with one link', link: 'https://example.com/twice' },
];

const fill = async (db: Db, films: number) => {
  const network = {
    name: 'Paper Lantern',
    url: 'https://example.com/lantern',
    logo: '/art/3.svg',
    description: 'Warm',
  };
  const { id } = await partners.add(db, system, network);
  await performers.add(db, system, {
    name: 'Mara Quillane',
    imageUrl: '/art/4.svg',
    description: 'Sings.\nSwims.',
    category: 'indian',
  });
  for (const post of posts(id)) await addVideo(db, system, post);
  await db
    .insertInto('videos')
    .values(
      Array.from({ length: films }, (_, n) => ({
        title: `Film ${n}`,
        image_url: `https://example.com/${n}.jpg`,
        // The last one leads to where the first one leads, which another batch has.
        link: `https://example.com/films/${n % (films - 1)}`,
        category: 'english' as const,
        published_at: new Date(Date.UTC(2020, 0, 1, 0, n)),
      })),
    )
    .execute();
  await describeName(db, system, {
    kind: 'tag',
    slug: 'cafe',
    expectedVersion: undefined,
    description: 'Of coffee.',
    imageUrl: '/art/5.svg',
  });
  await addNameAlias(db, system, { kind: 'tag', slug: 'cafe', alias: 'Coffee House' });
  const first = await db.selectFrom('videos').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow();
  await db.insertInto('video_views').values({ video_id: first.id, total: 12_345 }).execute();
};

interface ImportOptions {
  origin?: ImportOrigin;
  /** A new one without it. */
  sourceId?: number;
  batchRows?: number;
  updatedFields?: ImportField[];
}

const importFile = async (db: Db, text: AsyncIterable<string>, options: ImportOptions = {}) => {
  const { origin = 'command', batchRows = 50, updatedFields = [] } = options;
  const sourceId = options.sourceId ?? (await addSource(db, system, { name: 'Catalogue', settings: emptySettings })).id;
  const bytes = fileStream(text, { isCompressed: true });
  const { id } = await receiveFeed(db, system, { sourceId, origin, fileName: 'catalogue.jsonl.gz', bytes });
  const { format, mapping } = await previewFeed(db, id, { rules: emptySettings.rules });
  const runner = createImportRunner({ db, node: 'test', logger: console, restFactor: 0, batchRows });
  const settings = defaultSettings(format, mapping);
  await startCheck(db, id, { settings: { ...settings, policies: { ...settings.policies, updatedFields } } });
  await runner.runDue();
  await runner.idle();
  await startRun(db, system, id);
  await runner.runDue();
  await runner.idle();
  return readImport(db, id);
};

/** The file's lines without what differs from site to site: ids, and when things were entered. */
const linesOf = async (text: AsyncIterable<string>) => {
  let whole = '';
  for await (const part of text) whole += part;
  return whole
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => {
      const { _id, exportedAt, createdAt, updatedAt, ...rest } = JSON.parse(line);
      return rest;
    });
};
/** Names have no order of their own. */
const catalogueOf = async (db: Db) => {
  const lines = await linesOf(catalogueFile(db, 'https://example.com'));
  const isName = ({ slug }: Record<string, unknown>) => slug !== undefined;
  const keyOf = ({ marquee, slug }: Record<string, unknown>) => `${marquee} ${slug}`;
  const names = lines.filter(isName).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return { names, rest: lines.filter((line) => !isName(line)) };
};

describe('a catalogue', () => {
  it('is the same after its export was imported into an empty site', async () => {
    const site = await emptySite();
    const imported = await importFile(site, catalogueFile(large, 'https://example.com'), { batchRows: 500 });
    expect(imported).toMatchObject({ state: 'finished', counts: { new: 707, bad: 0, refused: 0, duplicate: 0 } });
    expect(await catalogueOf(site)).toEqual(await catalogueOf(large));
  });

  it('has the same posts after an export as CSV', async () => {
    const site = await emptySite();
    await partners.add(site, system, { name: 'Paper Lantern', url: 'https://example.com/lantern' });
    const imported = await importFile(site, fileOf(postFile, 'csv', everyPost(small)));
    expect(imported).toMatchObject({ state: 'finished', counts: { new: 67, bad: 0, refused: 0, duplicate: 0 } });
    const postsOf = (db: Db) => linesOf(fileOf(postFile, 'jsonl', everyPost(db)));
    expect(await postsOf(site)).toEqual(await postsOf(small));
  });

  it('has every text of its posts in its exports, and again after an import', async () => {
    const texts = byName(postTexts, (name) => `The ${postFields[name].noun}, “quoted”`);
    const [site, copy] = [await emptySite(), await emptySite()];
    await addVideo(site, system, { ...plain, ...texts, link: 'https://example.com/texts' });
    expect(await linesOf(fileOf(postFile, 'jsonl', everyPost(site)))).toMatchObject([toWireTexts(texts)]);
    await importFile(copy, fileOf(postFile, 'csv', everyPost(site)));
    const [imported] = (await everyPost(copy).next()).value ?? [];
    expect(imported).toMatchObject(texts);
    const edited = byName(postTexts, (name) => `Another ${postFields[name].noun}`);
    await updateVideo(site, system, 1, edited, undefined);
    const { sourceId } = await copy.selectFrom('imports').select('source_id as sourceId').executeTakeFirstOrThrow();
    await importFile(copy, fileOf(postFile, 'jsonl', everyPost(site)), { sourceId, updatedFields: [...postTexts] });
    expect((await everyPost(copy).next()).value).toMatchObject([edited]);
  });

  it('that arrives otherwise than by the command line brings posts alone, each link once and none into a private network', async () => {
    const site = await emptySite();
    const imported = await importFile(site, catalogueFile(small, 'https://example.com'), { origin: 'upload' });
    expect(imported.counts).toMatchObject({ new: 64, duplicate: 2, bad: 1 });
    expect(await site.selectFrom('partners').select('id').execute()).toEqual([]);
    const described = site.selectFrom('tags').select('slug').where('description', '<>', '');
    expect(await described.execute()).toEqual([]);
  });

  it('has no post twice after another import, nor one whose link the site has already', async () => {
    const site = await emptySite();
    const own = await addVideo(site, system, { ...plain, title: 'Our own', link: 'https://example.com/films/0' });
    const first = await importFile(site, catalogueFile(small, 'https://example.com'));
    expect(first.counts).toMatchObject({ new: 65, duplicate: 2 });
    expect(await readImportRows(site, first.id, { outcome: 'duplicate' })).toMatchObject([
      { title: 'Film 0', videoId: own.id },
      { title: 'Film 59', videoId: own.id },
    ]);
    const again = await importFile(site, catalogueFile(small, 'https://example.com'), { sourceId: first.sourceId });
    expect(again.counts).toMatchObject({ new: 0, same: 65, duplicate: 2 });
  });

  it('does not overwrite what a site has entered itself', async () => {
    const site = await emptySite();
    await performers.add(site, system, { name: 'Mara Quillane', description: 'Our own words.' });
    await importFile(site, catalogueFile(small, 'https://example.com'));
    const mara = site.selectFrom('performers').select(['description', 'image_url']).where('slug', '=', 'mara-quillane');
    expect(await mara.execute()).toEqual([{ description: 'Our own words.', image_url: '/art/4.svg' }]);
  });
});
