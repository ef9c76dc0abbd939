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

/** Of a source whose feed was seen for the first time. */
export const defaultSettings = (format: FeedFormat, mapping: FeedMapping): ImportSettings => ({
  format,
  mapping,
  rules: defaultRules,
  policies: defaultPolicies,
});

/** Of a source that has no feed yet: format and mapping are guessed from its first one. */
export const emptySettings = defaultSettings({ kind: 'csv', encoding: 'utf-8' }, {});

/** Every admin sees URLs, and so does the audit log; logins are sealed. */
export const assertNoPassword = (url: string | null): void => {
  if (url === null || !URL.canParse(url)) return;
  const { username, password } = new URL(url);
  if (username === '' && password === '') return;
  const message = 'Leave the user name and the password out of the URL, and enter them as the login of the source.';
  throw new ValidationError(message, { url: message });
};

type Capped = Pick<ImportSettings, 'rules'>;

const isCapRaised = ({ rules: before }: Capped, { rules: after }: Capped): boolean =>
  before.dailyCap !== null && (after.dailyCap === null || after.dailyCap > before.dailyCap);

/** Makes imports due that wait for another day. Those that somebody else is stopping or resuming are left to them. */
const resumeAtOnce = async (tx: Tx, sourceId: number): Promise<void> => {
  // Not waiting for a lock: batches lock their import first and then the source, which this transaction holds.
  await sql`update imports set resume_at = now() where id in (
    select id from imports where source_id = ${sourceId}::bigint and state = 'waiting' for update skip locked)`.execute(
    tx,
  );
};

/** A named place that feeds come from. */
export interface ImportSource {
  id: number;
  name: string;
  /** Null for feeds that somebody uploads. */
  url: string | null;
  /** Null for feeds that are fetched when somebody asks for it. */
  everyMinutes: number | null;
  settings: ImportSettings;
  fetchedAt: Date | null;
  nextFetchAt: Date | null;
  /** Fetches that failed since the last that did not. */
  failures: number;
  lastError: string | null;
  isFetching: boolean;
  /** Whether the last feed was the same as the one before. */
  isUnchanged: boolean;
  /** Whether a user name or a secret is kept for its feed. */
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

/** Whatever the case of its name. */
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

const refuseTakenName = (error: unknown): never => {
  if (!isUniqueViolation(error)) throw error;
  throw new ConflictError('A source with this name already exists.');
};

/** A feed is due as soon as it has a schedule. */
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
    assertNoPassword(url);
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
      .catch(refuseTakenName);
    const after = await readSource(tx, id);
    await recordChange(tx, actor, { action: 'create', entity: 'import_source', entityId: id, after });
    return after;
  });

const lockSource = async (tx: Tx, id: number, expectedVersion: number | undefined) => {
  await tx.selectFrom('import_sources').select('id').where('id', '=', id).forUpdate().execute();
  const source = await readSource(tx, id);
  assertVersion('source', source, expectedVersion);
  return source;
};

/**
 * Changes what is given. Imports that have begun go on with the settings that they were checked with, but for the daily cap, which
 * counts at once. Call runDue() of the runner after the commit: imports may be due that have waited for another day.
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
    if (url !== before.url) assertNoPassword(url);
    const everyMinutes = changes.everyMinutes === undefined ? before.everyMinutes : changes.everyMinutes;
    assertSchedule(url, everyMinutes);
    const isScheduleNew = url !== before.url || everyMinutes !== before.everyMinutes;
    await tx
      .updateTable('import_sources')
      .set({
        name: changes.name?.trim(),
        url,
        every_minutes: everyMinutes,
        settings: changes.settings && JSON.stringify(changes.settings),
        // What another feed said of itself says nothing about this one; and the same feed is read anew with other settings.
        ...(url !== before.url || changes.settings ? { etag: null, last_modified: null } : {}),
        ...(isScheduleNew ? { next_fetch_at: nextFetch(url, everyMinutes), failures: 0, last_error: null } : {}),
        version: before.version + 1,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute()
      .catch(refuseTakenName);
    if (changes.settings && isCapRaised(before.settings, changes.settings)) await resumeAtOnce(tx, id);
    const after = await readSource(tx, id);
    await recordChange(tx, actor, { action: 'update', entity: 'import_source', entityId: id, before, after });
    return after;
  });

/** Its posts and the history of its imports stay. */
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
    if (busy)
      throw new ConflictError('An import of this source is running, or waits for somebody. Stop or discard it first.');
    await tx
      .updateTable('import_sources')
      .set({ deleted_at: sql`now()`, next_fetch_at: null })
      .where('id', '=', id)
      .execute();
    await recordChange(tx, actor, { action: 'delete', entity: 'import_source', entityId: id, before });
  });

export interface SourceFigures {
  /** That came from it and are not deleted. */
  posts: number;
  lastImport: { id: number; state: ImportState; createdAt: Date } | undefined;
}

type Row = { sourceId: number; posts: number; id: number | null; state: ImportState; createdAt: Date };

/** What lists of sources tell of each, by the id of the source. */
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
