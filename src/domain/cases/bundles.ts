import { type RawBuilder, sql } from 'kysely';
import { type CaseDecision, type CaseKind, maxKeptAlone } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { applyDecision, type Decision, undoLastDecision } from './case-decisions.ts';
import { bundleEmail, sendCaseEmail, undoWindowMs } from './case-emails.ts';
import { type Case, caseColumns, lockCase, urlsOfCase, withNumber } from './cases.ts';

/** The undecided cases of one sender, about one post, or both. */
export interface Bundle {
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
  /** Cases that a decision to keep all covers for this admin; the others are signed, confirmed or about minors and must be opened. */
  releasable: number;
  /** How many cases this admin may still keep together without another admin. */
  keepable: number;
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

/**
 * Condition on `cases c`: somebody may have been wronged, so nobody decides to keep what it reports without having opened it. A name under
 * a statement of good faith is a signature.
 */
const isProtected = sql<boolean>`(c.kind = 'minor' or c.email_confirmed_at is not null
  or (c.is_complete and c.kind in ('intimate_image', 'copyright', 'personal_data'))
  or (c.reporter_name <> '' and c.details ? 'goodFaith'))`;

/** Condition on `cases c`: a decision to keep many cases covers it. */
const isReleasable = (adminId: number) => sql<boolean>`(not ${isProtected} or exists (
  select from case_openings o where o.case_id = c.id and o.admin_id = ${adminId} and o.version = c.version))`;

/** Remembers that an admin has seen a case on its screen. Reading it is not enough, because programs read cases, too. */
export const recordOpening = (
  db: Db,
  { id, version, adminId }: { id: number; version: number; adminId: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockCase(tx, id, version);
    await sql`
      insert into case_openings (case_id, admin_id, version) values (${id}, ${adminId}, ${version})
      on conflict (case_id, admin_id) do update set version = excluded.version, opened_at = now()
      where case_openings.version <> excluded.version`.execute(tx);
  });

/**
 * How many cases an admin has kept with others, without another admin, within the last day. Decisions that were undone don't count, and
 * neither do those that another admin has proposed.
 */
const countKeptAlone = async (db: Db, adminId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(distinct e.case_id)::int as count from bundle_keeps k join case_entries e on e.id = k.entry_id
    where k.admin_id = ${adminId} and k.kept_at > now() - interval '1 day'`.execute(db);
  return rows[0]?.count ?? 0;
};

/** What an admin alone may keep within a day, in one decision or in several. Waits until the admin's other decisions are made. */
const assertMayKeepAlone = async (tx: Tx, adminId: number, cases: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`bundle keeps of admin ${adminId}`}))`.execute(tx);
  const kept = await countKeptAlone(tx, adminId);
  if (kept + cases <= maxKeptAlone) return;
  const before = kept === 0 ? '' : ` You have kept ${kept} in the last 24 hours.`;
  throw new ValidationError(
    `Another admin has to confirm a decision to keep more than ${maxKeptAlone} cases within a day.${before} Propose it, or decide them one by one.`,
  );
};

const recordKeptAlone = async (tx: Tx, adminId: number, entryIds: readonly number[]): Promise<void> => {
  await sql`delete from bundle_keeps where admin_id = ${adminId} and kept_at < now() - interval '1 day'`.execute(tx);
  await sql`
    insert into bundle_keeps (entry_id, admin_id)
    select id, ${adminId} from unnest(${sql.val(entryIds)}::bigint[]) as kept(id)`.execute(tx);
};

export const readBundle = async (db: Db, bundle: Bundle, adminId: number): Promise<BundleSummary> => {
  const { video } = bundle;
  const { rows } = await sql<Omit<BundleSummary, 'keepable'>>`
    select count(*)::int as cases, (count(*) filter (where kind = 'minor'))::int as minors, (count(distinct sender))::int as senders,
      (count(distinct lower(nullif(reporter_email, ''))))::int as emails, (count(*) filter (where has_proof))::int as "withProof",
      (count(*) filter (where ${isReleasable(adminId)}))::int as releasable,
      min(received_at) as "firstAt", max(received_at) as "lastAt", max(id) as "newestId",
      coalesce((select title from videos where ${video} <> '' and ${matchesVideo(video, sql`id`)}), '') as title,
      (select count(distinct u.video_id)::int from case_urls u join cases c on c.id = u.case_id
        where ${isUndecided(bundle)} and ${matchesVideo(video, sql`u.video_id`)}) as posts,
      (select count(distinct h.video_id)::int from video_holds h join cases c on c.id = h.case_id
        where ${isUndecided(bundle)} and ${matchesVideo(video, sql`h.video_id`)}) as withheld
    from cases c where ${isUndecided(bundle)}`.execute(db);
  const keepable = Math.max(0, maxKeptAlone - (await countKeptAlone(db, adminId)));
  return { ...(rows[0] as Omit<BundleSummary, 'keepable'>), keepable };
};

export const casesPerTransaction = 50;
/** Cases decided per call; the client repeats the call for the rest. */
const maxCases = 100;

/** Allows one decision at a time per sender and post, so that two admins cannot each decide half of a bundle. */
export const lockBundle = async (tx: Tx, { sender, video }: Pick<Bundle, 'sender' | 'video'>): Promise<boolean> => {
  for (const name of [sender && `bundle of sender ${sender}`, video && `bundle of post ${Number(video)}`]) {
    if (!name) continue;
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as "isLocked"`.execute(tx);
    if (!rows[0]?.isLocked) return false;
  }
  return true;
};

interface Range extends Bundle {
  upTo: number;
}

/** The undecided cases that the admin has seen, and that a decision to keep covers. */
const inRange = ({ upTo, ...bundle }: Range, decision: CaseDecision, adminId: number) => {
  const seen = sql`${isUndecided(bundle)} and c.id <= ${upTo}::bigint`;
  return decision === 'keep' ? sql<boolean>`(${seen} and ${isReleasable(adminId)})` : sql<boolean>`(${seen})`;
};

/** Condition on `cases c`: what a proposal to keep these cases covers. */
export const keptTogether = (range: Range, adminId: number) => inRange(range, 'keep', adminId);

const count = async (db: Db, condition: RawBuilder<boolean>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from cases c where ${condition}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

/** Refuses a decision that no longer covers as many cases as the admin has seen. */
const assertUndecidedCount = async (tx: Tx, condition: RawBuilder<boolean>, expected: number): Promise<void> => {
  const left = await count(tx, condition);
  if (left !== expected)
    throw new ConflictError(
      `${left} of these ${expected} cases are left: somebody else has decided others in the meantime, or you have to open them first. Look at them again.`,
    );
};

const lockNext = async (tx: Tx, condition: RawBuilder<boolean>): Promise<Case[]> => {
  const rows = await tx
    .selectFrom('cases as c')
    .select(caseColumns)
    .where(condition)
    .orderBy('c.id')
    .limit(casesPerTransaction)
    .forUpdate()
    .execute();
  return rows.map(withNumber);
};

export interface Decided {
  id: number;
  version: number;
}

/** Decides cases that the caller has locked, or of each only the URLs of one post. Each reporter gets one email. */
export const decideCases = async (
  tx: Tx,
  { actor, site }: { actor: Actor; site: SiteIdentity },
  { cases, video, outcome }: { cases: readonly Case[]; video: string; outcome: Decision },
): Promise<(Decided & { entryId: number })[]> => {
  const decided: (Decided & { caseRecord: Case; entryId: number; url: string | undefined })[] = [];
  for (const caseRecord of cases) {
    const urls = (await urlsOfCase(tx, caseRecord.id)).filter(
      ({ decision, videoId }) =>
        (decision === null || caseRecord.status === 'objected') && (video === '' || videoId === Number(video)),
    );
    const together = { ...outcome, inBundle: true };
    const { entryId, version } = await applyDecision(tx, actor, { caseRecord, urls }, together);
    decided.push({
      id: caseRecord.id,
      version,
      caseRecord,
      entryId,
      url: video === '' ? undefined : urls[0]?.url,
    });
  }
  const byEmail = Map.groupBy(decided, ({ caseRecord }) => caseRecord.reporterEmail.toLowerCase());
  for (const [first, ...rest] of byEmail.values()) {
    if (!first) continue;
    const ofReporter = [first.caseRecord, ...rest.map(({ caseRecord }) => caseRecord)] as const;
    const email = bundleEmail(ofReporter, first, outcome, site);
    await sendCaseEmail(tx, first.id, email, undoWindowMs);
    const entries = rest.map(({ entryId }) => entryId);
    if (email.recipient !== '' && entries.length > 0)
      await sql`
        update case_entries set details = details || jsonb_build_object('sharedEmail', ${email.event}::text)
        where id = any(${sql.val(entries)}::bigint[])`.execute(tx);
  }
  return decided.map(({ id, version, entryId }) => ({ id, version, entryId }));
};

interface BundleDecision extends Range {
  outcome: Decision;
  /** Number of undecided cases that the admin saw, and typed. */
  seen: number | undefined;
}

/** Decides up to 100 cases of a bundle with one reason. Each reporter gets one email per 50 notices. */
export const decideBundle = async (
  { db, actor, adminId, site }: { db: Db; actor: Actor; adminId: number; site: SiteIdentity },
  bundle: BundleDecision,
): Promise<{ decided: Decided[]; remaining: number }> => {
  const { outcome, seen, video } = bundle;
  const keeps = outcome.decision === 'keep';
  if (keeps && seen === undefined) throw new ValidationError('Enter how many cases you want to keep.');
  const siteNow = await currentSite(db, site);
  const condition = inRange(bundle, outcome.decision, adminId);
  const decided: Decided[] = [];
  while (decided.length < maxCases) {
    const next = await db
      .transaction()
      .execute(async (tx) => {
        if (!(await lockBundle(tx, bundle)))
          throw new ConflictError('Someone else is deciding these cases at this moment. Look at them again.');
        if (keeps) await assertMayKeepAlone(tx, adminId, seen ?? 0);
        if (seen !== undefined) await assertUndecidedCount(tx, condition, seen - decided.length);
        const cases = await lockNext(tx, condition);
        const now = await decideCases(tx, { actor, site: siteNow }, { cases, video, outcome });
        if (keeps)
          await recordKeptAlone(
            tx,
            adminId,
            now.map(({ entryId }) => entryId),
          );
        return now;
      })
      .catch((error: unknown) => {
        // Report what has been decided so far. The caller's next call for the rest gets the error.
        if (error instanceof ConflictError && decided.length > 0) return [];
        throw error;
      });
    decided.push(...next);
    if (next.length < casesPerTransaction) break;
  }
  const remaining = seen === undefined ? await count(db, condition) : Math.max(0, seen - decided.length);
  return { decided, remaining };
};

/** Undoes the decisions, except on cases that have been changed since. */
export const undoBundle = async (
  { db, actor, site }: { db: Db; actor: Actor; site: SiteIdentity },
  decided: readonly Decided[],
): Promise<{ undone: number }> => {
  let undone = 0;
  // In the order in which they were decided, because the first case of a reporter has the email about all.
  for (const { id, version } of decided.toSorted((one, other) => one.id - other.id))
    try {
      await db.transaction().execute((tx) => undoLastDecision(tx, actor, { id, expectedVersion: version, site }));
      undone += 1;
    } catch (error) {
      if (!(error instanceof ConflictError || error instanceof NotFoundError)) throw error;
    }
  return { undone };
};
