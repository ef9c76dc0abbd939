import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { applyDecision, type Decision } from './apply-decision.ts';
import { decisionEmail } from './case-emails.ts';
import { pickUrls, urlsOfCase } from './case-urls.ts';
import { lockCase } from './lock-case.ts';
import { sendCaseEmail } from './send-case-email.ts';

/** A change of a case by an admin. */
export interface CaseChange {
  db: Db;
  actor: Actor;
  id: number;
  expectedVersion: number | undefined;
  site: SiteIdentity;
}

/**
 * Removes or keeps URLs of a case, and emails the reporter why. A decision can be changed at any time, for example after an
 * objection; the case is decided once all its URLs are.
 */
export const decideCase = (
  { db, actor, id, expectedVersion, site }: CaseChange,
  { urlIds, ...made }: Decision & { urlIds: readonly number[] },
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, expectedVersion);
    const all = await urlsOfCase(tx, id);
    const urls = pickUrls(all, urlIds);
    if (urls.length === 0 && all.length > 0) throw new ValidationError('Choose at least one URL.');
    const { entryId, isDecided, version } = await applyDecision(tx, actor, { found, urls }, made);
    const decided = { ...made, urls, isDecided };
    await sendCaseEmail(tx, id, decisionEmail(found, entryId, decided, await currentSite(tx, site)));
    return { version };
  });
