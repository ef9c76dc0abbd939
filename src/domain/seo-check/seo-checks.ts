import { sql } from 'kysely';
import type { SeoCheckState } from '#contract/values/seo-problems.ts';
import type { Db } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import type { CrawlProgress } from './crawl-site.ts';
import type { SeoReport } from './report.ts';

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

/** A process writes its progress every few seconds: one that has not for this long is gone. */
const endLostChecks = (db: Db) =>
  db
    .updateTable('seo_checks')
    .set({ state: 'interrupted', ended_at: sql`alive_at` })
    .where('state', '=', 'running')
    .where(sql<boolean>`alive_at < now() - interval '2 minutes'`)
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

/** Returns false if the check has been cancelled meanwhile. */
export const saveProgress = async (db: Db, id: number, { read, known }: CrawlProgress): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('seo_checks')
    .set({ pages_read: read, pages_known: known, alive_at: sql`now()` })
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

export const finishSeoCheck = (db: Db, id: number, report: SeoReport) =>
  endCheck(db, id, { state: 'finished', report });

export const interruptSeoCheck = (db: Db, id: number) => endCheck(db, id, { state: 'interrupted' });

/** The process that runs it stops when it saves its progress next. */
export const cancelSeoCheck = async (db: Db, id: number): Promise<void> => {
  const { numUpdatedRows } = await endCheck(db, id, { state: 'cancelled' });
  if (numUpdatedRows === 0n) throw new ConflictError('This check is not running.');
};
