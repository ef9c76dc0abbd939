import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit/record-change.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { currentSite, type SiteIdentity } from '#domain/settings/site-identity.ts';
import { applyDecision, type Decision } from './apply-decision.ts';
import { bundleEmail } from './case-emails.ts';
import { urlsOfCase } from './case-urls.ts';
import { type Case, caseColumns, withNumber } from './lock-case.ts';
import { type Bundle, isUndecided } from './read-bundle.ts';
import { sendCaseEmail } from './send-case-email.ts';
import { undoLastDecision } from './undo-decision.ts';

/** A transaction locks so many cases, and a call decides so many; the caller calls again for the rest. */
const casesPerTransaction = 50;
const maxCases = 500;

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
  { upTo, made, ...bundle }: Bundle & { upTo: number; made: Decision },
): Promise<Decided[]> => {
  const decided: (Decided & { found: Case; entryId: number; url: string | undefined })[] = [];
  for (const found of await lockNext(tx, bundle, upTo)) {
    const urls = (await urlsOfCase(tx, found.id)).filter(
      ({ decision, videoId }) =>
        (decision === null || found.status === 'objected') && (bundle.video === '' || videoId === Number(bundle.video)),
    );
    const { entryId, version } = await applyDecision(tx, actor, { found, urls }, made);
    decided.push({ id: found.id, version, found, entryId, url: bundle.video === '' ? undefined : urls[0]?.url });
  }
  const byEmail = Map.groupBy(decided, ({ found }) => found.reporterEmail.toLowerCase());
  for (const [first, ...rest] of byEmail.values()) {
    if (!first) continue;
    const cases = [first.found, ...rest.map(({ found }) => found)] as const;
    await sendCaseEmail(tx, first.id, bundleEmail([first.found, ...cases.slice(1)], first, made, site));
  }
  return decided.map(({ id, version }) => ({ id, version }));
};

/** Decides a whole bundle with one reason. Each reporter gets one email about up to 50 notices. */
export const decideBundle = async (
  { db, actor, site }: { db: Db; actor: Actor; site: SiteIdentity },
  input: Bundle & { upTo: number; made: Decision },
): Promise<{ decided: Decided[]; remaining: number }> => {
  const named = await currentSite(db, site);
  const decided: Decided[] = [];
  while (decided.length < maxCases) {
    const next = await db.transaction().execute((tx) => decideNext(tx, { actor, site: named }, input));
    decided.push(...next);
    if (next.length < casesPerTransaction) break;
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from cases c where ${isUndecided(input)} and c.id <= ${input.upTo}::bigint`.execute(db);
  return { decided, remaining: rows[0]?.count ?? 0 };
};

/** Undoes the decisions on cases that nobody has changed since. */
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
