import { sql } from 'kysely';
import type { SeoCheckState } from '#contract/values/checks.ts';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { isStale, renewed } from '#domain/jobs/leases.ts';
import { deriveKey, isSameToken } from '#domain/secrets.ts';
import { type CrawlProgress, crawlSite, type SeoReport } from './crawl-site.ts';
import { type OwnSite, ownPageFetcher } from './fetch-page.ts';

export interface SeoCheck {
  id: number;
  state: SeoCheckState;
  startedBy: string;
  startedAt: Date;
  endedAt: Date | null;
  pagesRead: number;
  pagesKnown: number;
  problems: number;
}

const columns = [
  'id',
  'state',
  'started_by as startedBy',
  'started_at as startedAt',
  'ended_at as endedAt',
  'pages_read as pagesRead',
  'pages_known as pagesKnown',
  'problems',
] as const;

const keptChecks = 50;

const endLostChecks = (db: Db) =>
  db
    .updateTable('seo_checks')
    .set({ state: 'interrupted', ended_at: sql`alive_at` })
    .where('state', '=', 'running')
    .where(isStale('seo_checks'))
    .execute();

const pruneChecks = (db: Db) =>
  db
    .deleteFrom('seo_checks')
    .where('id', 'not in', (query) =>
      query.selectFrom('seo_checks').select('id').orderBy('id', 'desc').limit(keptChecks),
    )
    .execute();

export const startSeoCheck = async (db: Db, startedBy: string): Promise<SeoCheck> => {
  await endLostChecks(db);
  try {
    const check = await db
      .insertInto('seo_checks')
      .values({ started_by: startedBy })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await pruneChecks(db);
    return check;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError('A check is already running.');
  }
};

/** Newest first. */
export const readSeoChecks = async (db: Db): Promise<SeoCheck[]> => {
  await endLostChecks(db);
  return db.selectFrom('seo_checks').select(columns).orderBy('id', 'desc').execute();
};

export const readSeoCheck = async (db: Db, id: number): Promise<SeoCheck & { report: SeoReport | null }> => {
  const check = await db
    .selectFrom('seo_checks')
    .select([...columns, 'report'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!check) throw new NotFoundError('There is no such check.');
  return { ...check, report: check.report as SeoReport | null };
};

/** Returns false if the check was cancelled. */
const saveProgress = async (db: Db, id: number, { read, known }: CrawlProgress): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('seo_checks')
    .set({ pages_read: read, pages_known: known, ...renewed })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0;
};

const endCheck = (db: Db, id: number, end: { state: SeoCheckState; report?: SeoReport }) =>
  db
    .updateTable('seo_checks')
    .set({
      state: end.state,
      ended_at: sql`now()`,
      ...(end.report && {
        report: JSON.stringify(end.report),
        problems: Object.values(end.report.counts).reduce((sum, count) => sum + count, 0),
      }),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();

/** The process that runs the check stops the next time it saves its progress. */
export const cancelSeoCheck = async (db: Db, id: number): Promise<void> => {
  const { numUpdatedRows } = await endCheck(db, id, { state: 'cancelled' });
  if (numUpdatedRows === 0n) throw new ConflictError('This check is not running.');
};

/** Sent with each request of a check. All processes and the command line derive the same token. */
export const seoCheckToken = (secretKey: Buffer) => deriveKey(secretKey, 'seo checks').toString('hex');

const maxPages = 250_000;
const saveEveryMs = 2000;

export interface SeoCheckOptions {
  site: OwnSite;
  isGentle: boolean;
  signal: AbortSignal;
  onProgress?: (progress: CrawlProgress) => void;
}

/** Runs a started check, and stores its progress and report. Resolves to undefined if it is cancelled. */
export const runSeoCheck = async (
  db: Db,
  { id }: SeoCheck,
  options: SeoCheckOptions,
): Promise<SeoReport | undefined> => {
  const { site, isGentle, onProgress } = options;
  const cancelled = new AbortController();
  const signal = AbortSignal.any([options.signal, cancelled.signal]);
  let savedAt = 0;
  let latest: CrawlProgress = { read: 0, known: 0 };
  const save = async () => {
    if (!(await saveProgress(db, id, latest))) cancelled.abort();
  };
  try {
    const report = await crawlSite({
      fetchPage: ownPageFetcher(site, signal),
      siteUrl: site.siteUrl,
      maxPages,
      isGentle,
      signal,
      onProgress: async (progress) => {
        latest = progress;
        onProgress?.(progress);
        // The first page is saved at once, so that the screen shows that pages are read.
        if (progress.read !== 1 && performance.now() - savedAt < saveEveryMs) return;
        savedAt = performance.now();
        await save();
      },
    });
    await save();
    await endCheck(db, id, { state: 'finished', report });
    return cancelled.signal.aborted ? undefined : report;
  } catch (error) {
    await endCheck(db, id, { state: 'interrupted' });
    if (signal.aborted) return undefined;
    throw error;
  }
};

export interface SeoChecker {
  /** Starts a check in the background. */
  start: (startedBy: string) => Promise<SeoCheck>;
  /** Whether a request with this token comes from a check. */
  isOwnToken: (sent: unknown) => boolean;
  /** Interrupts the running check, if this process runs it. */
  stop: () => Promise<void>;
}

interface SeoCheckerOptions {
  db: Db;
  siteUrl: string;
  secretKey: Buffer;
  /** Resolves to the URL that the site listens on. */
  listening: Promise<string>;
  onError: (error: unknown) => void;
}

/** Runs the checks that admins start in the back-office. */
export const createSeoChecker = (options: SeoCheckerOptions): SeoChecker => {
  const { db, siteUrl, secretKey, listening, onError } = options;
  const token = seoCheckToken(secretKey);
  const stopped = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  return {
    start: async (startedBy) => {
      const check = await startSeoCheck(db, startedBy);
      running = listening
        .then((url) => ({ url, siteUrl, token }))
        .then((site) => runSeoCheck(db, check, { site, isGentle: true, signal: stopped.signal }))
        .catch(onError);
      return check;
    },
    isOwnToken: (sent) => isSameToken(sent, token),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};
