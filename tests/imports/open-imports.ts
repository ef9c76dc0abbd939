import { afterAll, beforeAll } from 'vitest';
import type {
  FeedFormat,
  FeedMapping,
  ImportPolicies,
  ImportRules,
  ImportSettings,
  RowOutcome,
} from '#contract/values/imports.ts';
import { system } from '#domain/audit-log.ts';
import { getStoredVideo } from '#domain/catalogue/stored-videos.ts';
import { startCheck, startRun, undoImport } from '#domain/imports/control-imports.ts';
import { readImport, readImportRows } from '#domain/imports/imports.ts';
import { receiveFeed } from '#domain/imports/received-feeds.ts';
import { createImportRunner, type ImportRunnerOptions } from '#domain/imports/runner.ts';
import { addSource, defaultRules, updateSource } from '#domain/imports/sources.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A row of a feed of the tests. */
export interface FeedItem {
  id?: string;
  title?: string;
  link?: string;
  [column: string]: unknown;
}

const column = (name: string) => ({ columns: [name] });

const mapping: FeedMapping = {
  itemId: column('id'),
  title: column('title'),
  link: column('link'),
  imageUrl: column('image'),
  description: column('description'),
  tags: column('tags'),
  performers: column('stars'),
  duration: column('minutes'),
  views: column('views'),
  publishedAt: column('date'),
  source: column('source'),
};

export interface SourceOptions {
  rules?: Partial<ImportRules>;
  policies?: Partial<ImportPolicies>;
  mapping?: FeedMapping;
  format?: FeedFormat;
}

const lines: FeedFormat = { kind: 'jsonl', encoding: 'utf-8' };

export const settingsWith = ({
  rules,
  policies,
  mapping: own = mapping,
  format = lines,
}: SourceOptions = {}): ImportSettings => ({
  format,
  mapping: own,
  rules: { ...defaultRules, ...rules },
  policies: { addNew: true, updatedFields: [], takeDownMissing: false, ...policies },
});

/** With all that a post needs, under a number. */
export const item = (n: number | string, more: FeedItem = {}): FeedItem => ({
  id: `item-${n}`,
  title: `Film ${n}`,
  link: `https://example.com/films/${n}`,
  image: `https://example.com/images/${n}.jpg`,
  ...more,
});

export const toFeed = (items: readonly (FeedItem | string)[]): Buffer =>
  Buffer.from(items.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'));

/** A database of its own, and imports on it. */
export const openImports = () => {
  let test: TestDatabase;
  let sources = 0;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());
  const db = () => test.database.db;

  const runnerWith = (options: Partial<ImportRunnerOptions> = {}) =>
    createImportRunner({ db: db(), node: 'test', logger: console, batchRows: 3, restFactor: 0, ...options });
  const runAll = async () => {
    const runner = runnerWith();
    await runner.runDue();
    await runner.idle();
  };
  const newSource = (options?: SourceOptions) =>
    addSource(db(), system, { name: `Source ${++sources}`, settings: settingsWith(options) });
  const receive = (sourceId: number, items: readonly (FeedItem | string)[] | Uint8Array) =>
    receiveFeed(db(), system, {
      sourceId,
      origin: 'command',
      fileName: 'feed.jsonl',
      bytes: (async function* () {
        yield items instanceof Uint8Array ? items : toFeed(items);
      })(),
    });
  const check = async (sourceId: number, items: readonly (FeedItem | string)[] | Uint8Array) => {
    const { id } = await receive(sourceId, items);
    await startCheck(db(), id);
    await runAll();
    return readImport(db(), id);
  };
  const run = async (id: number, options = {}) => {
    await startRun(db(), system, id, options);
    await runAll();
    return readImport(db(), id);
  };
  /** A dry run, and the run. */
  const importItems = async (sourceId: number, items: readonly (FeedItem | string)[], options = {}) =>
    run((await check(sourceId, items)).id, options);
  const undo = async (id: number) => {
    await undoImport(db(), system, id);
    await runAll();
    return readImport(db(), id);
  };
  const changeSource = (id: number, options: SourceOptions) =>
    updateSource(db(), system, id, { settings: settingsWith(options) }, undefined);
  const rowsOf = (id: number, outcome: Exclude<RowOutcome, 'same'> | 'incomplete' | 'takenDown' | 'leftAlone') =>
    readImportRows(db(), id, { outcome });
  const postIdOf = async (title: string) => {
    const found = await db().selectFrom('videos').select('id').where('title', '=', title).execute();
    if (found.length !== 1) throw new Error(`${found.length} posts are called ${title}`);
    return (found[0] as { id: number }).id;
  };
  const post = async (title: string) => getStoredVideo(db(), await postIdOf(title));
  const countPosts = async () =>
    (await db().selectFrom('videos').select(db().fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count;

  return {
    db,
    /** For tests that change the schema to make something happen in between. */
    owner: () => test.owner.db,
    url: () => test.url,
    database: () => test,
    runnerWith,
    runAll,
    newSource,
    changeSource,
    receive,
    check,
    run,
    importItems,
    undo,
    rowsOf,
    post,
    postIdOf,
    countPosts,
  };
};
