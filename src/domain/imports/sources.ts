import { sql } from 'kysely';
import {
  type FeedFormat,
  type FeedMapping,
  type ImportPolicies,
  type ImportRules,
  type ImportSettings,
  type ImportState,
  importLimits,
} from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertVersion, ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { lockImportsOfSource } from './imports.ts';
import { assertFeedUrl, isSameLoginTarget } from './login-target.ts';

export const defaultRules: ImportRules = {
  category: 'english',
  categoryWords: [],
  tagReplacements: [],
  droppedTags: [],
  addedTags: [],
  titleCuts: [],
  records: {},
  partnerId: null,
  dailyCap: null,
  publish: 'now',
  perHour: 10,
};

const defaultPolicies: ImportPolicies = { addNew: true, updatedFields: [], takeDownMissing: false };

export const defaultSettings = (format: FeedFormat, mapping: FeedMapping): ImportSettings => ({
  format,
  mapping,
  rules: defaultRules,
  policies: defaultPolicies,
});

/** For a source without a feed. Format and mapping are guessed from the first one. */
export const emptySettings = defaultSettings({ kind: 'csv', encoding: 'utf-8' }, {});

type Capped = Pick<ImportSettings, 'rules'>;

const isCapRaised = ({ rules: before }: Capped, { rules: after }: Capped): boolean =>
  before.dailyCap !== null && (after.dailyCap === null || after.dailyCap > before.dailyCap);

/** Makes imports due that the daily cap has paused. */
const resumeAtOnce = async (tx: Tx, sourceId: number): Promise<void> => {
  // Skip locked rows. Waiting could deadlock: this transaction holds the source, which batches lock after their import.
  await sql`update imports set resume_at = now() where id in (
    select id from imports where source_id = ${sourceId}::bigint and state = 'waiting' for update skip locked)`.execute(
    tx,
  );
};

/** A named source of feeds. */
export interface ImportSource {
  id: number;
  name: string;
  /** Null if feeds are uploaded. */
  url: string | null;
  /** Null if feeds are only fetched on demand. */
  everyMinutes: number | null;
  settings: ImportSettings;
  fetchedAt: Date | null;
  nextFetchAt: Date | null;
  /** Consecutive failed fetches. */
  failures: number;
  lastError: string | null;
  isFetching: boolean;
  /** True if the last fetch returned the same feed as before. */
  isUnchanged: boolean;
  /** True if a user name or a secret is stored for its feed. */
  hasLogin: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewImportSource {
  name: string;
  url?: string | null | undefined;
  everyMinutes?: number | null | undefined;
  settings: ImportSettings;
}

const columns = sql<ImportSource>`
  id, name, url, every_minutes as "everyMinutes", settings, fetched_at as "fetchedAt", next_fetch_at as "nextFetchAt", failures,
  last_error as "lastError", coalesce(fetching_until > now(), false) as "isFetching",
  coalesce(last_result = 'unchanged', false) as "isUnchanged", sealed_login is not null as "hasLogin", version, created_at as "createdAt", updated_at as "updatedAt"`;

const noSuchSource = () => new NotFoundError('There is no such source.');

export const readSource = async (db: Db, id: number): Promise<ImportSource> => {
  const { rows } = await sql<ImportSource>`
    select ${columns} from import_sources where id = ${id}::bigint and deleted_at is null`.execute(db);
  if (!rows[0]) throw noSuchSource();
  return rows[0];
};

/** Ignores the case of names. */
export const findSource = async (db: Db, name: string): Promise<ImportSource | undefined> => {
  const { rows } = await sql<ImportSource>`
    select ${columns} from import_sources where lower(name) = lower(${name.trim()}) and deleted_at is null`.execute(db);
  return rows[0];
};

/** By name. */
export const listSources = async (db: Db): Promise<ImportSource[]> => {
  const { rows } = await sql<ImportSource>`
    select ${columns} from import_sources where deleted_at is null order by lower(name)`.execute(db);
  return rows;
};

const throwNameTaken = (error: unknown): never => {
  if (!isUniqueViolation(error)) throw error;
  throw new ConflictError('A source with this name already exists.');
};

/** A feed with a new schedule is due at once. */
const nextFetch = (url: string | null, everyMinutes: number | null) =>
  url !== null && everyMinutes !== null ? sql<Date>`now()` : null;

const assertSchedule = (url: string | null, everyMinutes: number | null) => {
  if (url !== null || everyMinutes === null) return;
  const message = 'Enter the URL that the feed is fetched from.';
  throw new ValidationError(message, { url: message });
};

export const addSource = (db: Db, actor: Actor, source: NewImportSource): Promise<ImportSource> =>
  db.transaction().execute(async (tx) => {
    const { url = null, everyMinutes = null, settings } = source;
    assertFeedUrl(url);
    assertSchedule(url, everyMinutes);
    const { count } = await tx
      .selectFrom('import_sources')
      .select(sql<number>`count(*)`.as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (count >= importLimits.sources)
      throw new ConflictError(`There can be at most ${importLimits.sources} sources. Delete one first.`);
    const { id } = await tx
      .insertInto('import_sources')
      .values({
        name: source.name.trim(),
        url,
        every_minutes: everyMinutes,
        settings: JSON.stringify(settings),
        next_fetch_at: nextFetch(url, everyMinutes),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(throwNameTaken);
    const after = await readSource(tx, id);
    await recordChange(tx, actor, { action: 'create', entity: 'import_source', entityId: id, after });
    return after;
  });

export const lockSource = async (tx: Tx, id: number, expectedVersion: number | undefined) => {
  await tx.selectFrom('import_sources').select('id').where('id', '=', id).forUpdate().execute();
  const source = await readSource(tx, id);
  assertVersion('source', source, expectedVersion);
  return source;
};

const loginRemoved =
  'The login was removed, because it was entered for another server or another place in the URL. Enter it again if the feed needs one.';

/**
 * Changes the given fields. A login stays with the server that it was entered for: otherwise whoever may edit the URL could have
 * the secret sent to a server of their own. Imports that have started keep the settings of their dry run, except for the daily cap,
 * which applies at once. Call the runner's runDue() after the commit, because a raised cap makes paused imports due.
 */
export const updateSource = (
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<NewImportSource>,
  expectedVersion: number | undefined,
): Promise<ImportSource> =>
  db.transaction().execute(async (tx) => {
    const before = await lockSource(tx, id, expectedVersion);
    const url = changes.url === undefined ? before.url : changes.url;
    if (url !== before.url) assertFeedUrl(url);
    const everyMinutes = changes.everyMinutes === undefined ? before.everyMinutes : changes.everyMinutes;
    assertSchedule(url, everyMinutes);
    const losesLogin = before.hasLogin && !isSameLoginTarget(before.url, url);
    const isScheduleNew = url !== before.url || everyMinutes !== before.everyMinutes;
    await tx
      .updateTable('import_sources')
      .set({
        name: changes.name?.trim(),
        url,
        every_minutes: everyMinutes,
        settings: changes.settings && JSON.stringify(changes.settings),
        // Drop the validators: another URL is another feed, and other settings require reading the same feed again.
        ...(url !== before.url || changes.settings ? { etag: null, last_modified: null } : {}),
        ...(isScheduleNew ? { next_fetch_at: nextFetch(url, everyMinutes), failures: 0, last_error: null } : {}),
        ...(losesLogin ? { sealed_login: null, last_error: loginRemoved } : {}),
        version: before.version + 1,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
      .catch(throwNameTaken);
    if (changes.settings && isCapRaised(before.settings, changes.settings)) await resumeAtOnce(tx, id);
    const after = await readSource(tx, id);
    await recordChange(tx, actor, { action: 'update', entity: 'import_source', entityId: id, before, after });
    return after;
  });

/** Keeps its posts and the history of its imports. */
export const deleteSource = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockImportsOfSource(tx, id);
    const before = await lockSource(tx, id, expectedVersion);
    const busy = await tx
      .selectFrom('imports')
      .select('id')
      .where('source_id', '=', id)
      .where('state', 'in', ['receiving', 'received', 'checking', 'checked', 'running', 'waiting', 'undoing'])
      .executeTakeFirst();
    if (busy) throw new ConflictError('An import of this source is unfinished. Stop or discard it first.');
    await tx
      .updateTable('import_sources')
      .set({ deleted_at: sql`now()`, next_fetch_at: null })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, actor, { action: 'delete', entity: 'import_source', entityId: id, before });
  });

export interface SourceFigures {
  /** Posts of the source that were not taken down. */
  posts: number;
  lastImport: { id: number; state: ImportState; createdAt: Date } | undefined;
}

type Row = { sourceId: number; posts: number; id: number | null; state: ImportState; createdAt: Date };

/** Figures for lists of sources, by source id. */
export const readSourceFigures = async (db: Db, sourceId?: number): Promise<Map<number, SourceFigures>> => {
  const { rows } = await sql<Row>`
    select s.id as "sourceId", i.id, i.state, i.created_at as "createdAt",
      (select count(*)::int from import_items t where t.source_id = s.id and not t.taken_down) as posts
    from import_sources s
    left join lateral (select id, state, created_at from imports where source_id = s.id order by id desc limit 1) i on true
    where s.deleted_at is null and (${sourceId ?? null}::bigint is null or s.id = ${sourceId ?? null}::bigint)`.execute(
    db,
  );
  return new Map(
    rows.map(({ sourceId: source, posts, id, state, createdAt }) => [
      source,
      { posts, lastImport: id === null ? undefined : { id, state, createdAt } },
    ]),
  );
};
