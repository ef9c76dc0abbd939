import { type RawBuilder, sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { applyDecision, type Decision, undoLastDecision } from './case-decisions.ts';
import { bundleEmail, sendCaseEmail } from './case-emails.ts';
import { type Case, caseColumns, urlsOfCase, withNumber } from './cases.ts';

/** The undecided cases of one sender, about one post, or both. */
interface Bundle {
  sender: string;
  /** The id of a post, or ''. Decides only the URLs of this post, even if the cases name others. */
  video: string;
  kind: CaseKind | '';
  hasProof: boolean | undefined;
}

export interface BundleSummary {
  title: string;
  cases: number;
  posts: number;
  withheld: number;
  minors: number;
  senders: number;
  emails: number;
  withProof: number;
  firstAt: Date | null;
  lastAt: Date | null;
  /** The highest case id. Cases that arrive later are not decided with these, because the admin has not seen them. */
  newestId: number | null;
}

const matchesVideo = (video: string, column: RawBuilder<unknown>) =>
  video === '' ? sql<boolean>`true` : sql<boolean>`${column} = ${video}::bigint`;

/** Condition on `cases c`: something of the bundle is undecided. Without sender and post, the bundle is empty. */
const isUndecided = ({ sender, video, kind, hasProof }: Bundle): RawBuilder<boolean> => {
  const conditions = [
    sender === '' && video === '' ? sql`false` : sql`c.status <> 'decided'`,
    sender === '' ? undefined : sql`c.sender = ${sender}`,
    kind === '' ? undefined : sql`c.kind = ${kind}`,
    hasProof === undefined ? undefined : sql`c.has_proof = ${hasProof}`,
    video === ''
      ? undefined
      : sql`exists (select from case_urls u where u.case_id = c.id and u.video_id = ${video}::bigint
          and (u.decision is null or c.status = 'objected'))`,
  ].filter((condition) => condition !== undefined);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

export const readBundle = async (db: Db, bundle: Bundle): Promise<BundleSummary> => {
  const { video } = bundle;
  const { rows } = await sql<BundleSummary>`
    select count(*)::int as cases, (count(*) filter (where kind = 'minor'))::int as minors, (count(distinct sender))::int as senders,
      (count(distinct lower(nullif(reporter_email, ''))))::int as emails, (count(*) filter (where has_proof))::int as "withProof",
      min(received_at) as "firstAt", max(received_at) as "lastAt", max(id) as "newestId",
      coalesce((select title from videos where ${video} <> '' and ${matchesVideo(video, sql`id`)}), '') as title,
      (select count(distinct u.video_id)::int from case_urls u join cases c on c.id = u.case_id
        where ${isUndecided(bundle)} and ${matchesVideo(video, sql`u.video_id`)}) as posts,
      (select count(distinct h.video_id)::int from video_holds h join cases c on c.id = h.case_id
        where ${isUndecided(bundle)} and ${matchesVideo(video, sql`h.video_id`)}) as withheld
    from cases c where ${isUndecided(bundle)}`.execute(db);
  return rows[0] as BundleSummary;
};

const casesPerTransaction = 50;
/** Cases decided per call; the client repeats the call for the rest. */
const maxCases = 100;

/** Allows one decision at a time per sender and post, so that two admins cannot each decide half of a bundle. */
const lockBundle = async (tx: Tx, { sender, video }: Bundle): Promise<boolean> => {
  for (const name of [sender && `bundle of sender ${sender}`, video && `bundle of post ${Number(video)}`]) {
    if (!name) continue;
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as "isLocked"`.execute(tx);
    if (!rows[0]?.isLocked) return false;
  }
  return true;
};

const countUndecided = async (db: Db, { upTo, ...bundle }: Bundle & { upTo: number }): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cases c where ${isUndecided(bundle)} and c.id <= ${upTo}::bigint`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Refuses a decision if another admin has decided some of the cases since this one looked at them. */
const assertUndecidedCount = async (tx: Tx, bundle: Bundle & { upTo: number }, expected: number): Promise<void> => {
  const left = await countUndecided(tx, bundle);
  if (left !== expected)
    throw new ConflictError(
      `Someone else has decided some of these cases in the meantime: ${left} of ${expected} are left. Look at them again.`,
    );
};

const lockNext = async (tx: Tx, bundle: Bundle, upTo: number): Promise<Case[]> => {
  const rows = await tx
    .selectFrom('cases as c')
    .select(caseColumns)
    .where(isUndecided(bundle))
    .where('c.id', '<=', upTo)
    .orderBy('c.id')
    .limit(casesPerTransaction)
    .forUpdate()
    .execute();
  return rows.map(withNumber);
};

interface Decided {
  id: number;
  version: number;
}

const decideNext = async (
  tx: Tx,
  { actor, site }: { actor: Actor; site: SiteIdentity },
  { upTo, outcome, ...bundle }: Bundle & { upTo: number; outcome: Decision },
): Promise<Decided[]> => {
  const decided: (Decided & { caseRecord: Case; entryId: number; url: string | undefined })[] = [];
  for (const caseRecord of await lockNext(tx, bundle, upTo)) {
    const urls = (await urlsOfCase(tx, caseRecord.id)).filter(
      ({ decision, videoId }) =>
        (decision === null || caseRecord.status === 'objected') &&
        (bundle.video === '' || videoId === Number(bundle.video)),
    );
    const { entryId, version } = await applyDecision(tx, actor, { caseRecord, urls }, outcome);
    decided.push({
      id: caseRecord.id,
      version,
      caseRecord,
      entryId,
      url: bundle.video === '' ? undefined : urls[0]?.url,
    });
  }
  const byEmail = Map.groupBy(decided, ({ caseRecord }) => caseRecord.reporterEmail.toLowerCase());
  for (const [first, ...rest] of byEmail.values()) {
    if (!first) continue;
    const cases = [first.caseRecord, ...rest.map(({ caseRecord }) => caseRecord)] as const;
    await sendCaseEmail(tx, first.id, bundleEmail(cases, first, outcome, site));
  }
  return decided.map(({ id, version }) => ({ id, version }));
};

interface BundleDecision extends Bundle {
  upTo: number;
  outcome: Decision;
  /** Number of undecided cases that the admin saw. */
  seen: number | undefined;
}

/** Decides up to 100 cases of a bundle with one reason. Each reporter gets one email per 50 notices. */
export const decideBundle = async (
  { db, actor, site }: { db: Db; actor: Actor; site: SiteIdentity },
  { outcome, seen, ...bundle }: BundleDecision,
): Promise<{ decided: Decided[]; remaining: number }> => {
  const siteNow = await currentSite(db, site);
  const decided: Decided[] = [];
  while (decided.length < maxCases) {
    const next = await db
      .transaction()
      .execute(async (tx) => {
        if (!(await lockBundle(tx, bundle)))
          throw new ConflictError('Someone else is deciding these cases at this moment. Look at them again.');
        if (seen !== undefined) await assertUndecidedCount(tx, bundle, seen - decided.length);
        return decideNext(tx, { actor, site: siteNow }, { ...bundle, outcome });
      })
      .catch((error: unknown) => {
        // Report what has been decided so far. The caller's next call for the rest gets the error.
        if (error instanceof ConflictError && decided.length > 0) return [];
        throw error;
      });
    decided.push(...next);
    if (next.length < casesPerTransaction) break;
  }
  const remaining = seen === undefined ? await countUndecided(db, bundle) : Math.max(0, seen - decided.length);
  return { decided, remaining };
};

/** Undoes the decisions, except on cases that have been changed since. */
export const undoBundle = async (
  { db, actor, site }: { db: Db; actor: Actor; site: SiteIdentity },
  decided: readonly Decided[],
): Promise<{ undone: number }> => {
  let undone = 0;
  for (const { id, version } of decided)
    try {
      await db.transaction().execute((tx) => undoLastDecision(tx, actor, { id, expectedVersion: version, site }));
      undone += 1;
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
    }
  return { undone };
};
