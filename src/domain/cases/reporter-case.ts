import type { CaseDecision } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { NotFoundError } from '#domain/errors.ts';
import { tokenHash } from './case-keys.ts';
import { type Case, caseColumns, withNumber } from './lock-case.ts';

/** A case as its reporter sees it. */
export interface ReporterCase extends Case {
  urls: {
    url: string;
    /** Whether it was recognised as a video of this site. */
    isVideo: boolean;
    /** Whether the post cannot be seen at the moment. */
    isWithheld: boolean;
    decision: CaseDecision | null;
    reason: string;
  }[];
  entries: { at: Date; kind: CaseEntryKind; text: string; isOwn: boolean }[];
  mayObject: boolean;
  mayWithdraw: boolean;
}

/** Objections of one case: after this many, it has been looked at often enough. */
export const maxObjections = 3;

/** The same for every token that is none, whatever it looks like. */
const noSuchCase = () => new NotFoundError('There is no such case.');

export const caseIdOfToken = async (db: Db, token: string): Promise<number> => {
  const found = await db
    .selectFrom('cases')
    .select('id')
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '<>', 'dead_link')
    .executeTakeFirst();
  if (!found) throw noSuchCase();
  return found.id;
};

const readUrls = (db: Db, caseId: number) =>
  db
    .selectFrom('case_urls as u')
    .leftJoin('videos as v', 'v.id', 'u.video_id')
    .select(['u.url', 'u.title', 'u.decision', 'u.reason', 'v.state'])
    .where('u.case_id', '=', caseId)
    // What the site found is no part of the notice.
    .where('u.found_by', 'is', null)
    .orderBy('u.position')
    .execute();

const readEntries = (db: Db, caseId: number) =>
  db
    .selectFrom('case_entries')
    .select(['at', 'kind', 'text', 'admin'])
    .where('case_id', '=', caseId)
    .where('is_public', '=', true)
    .orderBy('id')
    .execute();

/** Once per decision: the next decision can be objected to again. */
export const mayObject = ({ status }: Pick<Case, 'status'>, objections: number) =>
  status === 'decided' && objections < maxObjections;

/** The case of a private status page. What admins write among themselves is left out, and so are their names. */
export const readReporterCase = async (db: Db, token: string): Promise<ReporterCase> => {
  const id = await caseIdOfToken(db, token);
  const row = await db.selectFrom('cases').select(caseColumns).where('id', '=', id).executeTakeFirstOrThrow();
  const urls = await readUrls(db, id);
  const entries = await readEntries(db, id);
  const isWithdrawn = entries.some(({ kind }) => kind === 'withdrawal');
  return {
    ...withNumber(row),
    urls: urls.map(({ title, state, ...url }) => ({ ...url, isVideo: title !== '', isWithheld: state === 'withheld' })),
    entries: entries.map(({ at, kind, text, admin }) => ({ at, kind, text, isOwn: admin === null })),
    mayObject: !isWithdrawn && mayObject(row, entries.filter(({ kind }) => kind === 'objection').length),
    mayWithdraw: row.status !== 'decided' && !isWithdrawn,
  };
};
