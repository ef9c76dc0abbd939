import { sql } from 'kysely';
import { recordChange } from '#domain/audit-log.ts';
import { ConflictError } from '#domain/errors.ts';
import { currentSite } from '#domain/settings.ts';
import { addEntry } from './add-entry.ts';
import { questionEmail } from './case-emails.ts';
import { pausesWhileAsked } from './clock.ts';
import type { CaseChange } from './decide-case.ts';
import { lockCase } from './lock-case.ts';
import { sendCaseEmail } from './send-case-email.ts';

/** Asks the reporter, who answers on the status page. The clock stands still meanwhile, if the law allows it. */
export const askReporter = ({ db, actor, id, expectedVersion, site }: CaseChange, question: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await lockCase(tx, id, expectedVersion);
    if (found.status === 'decided') throw new ConflictError('This case is decided already.');
    await tx
      .updateTable('cases')
      .set({
        status: 'asked',
        ...(pausesWhileAsked(found.kind) ? { paused_at: sql<Date>`coalesce(paused_at, now())` } : {}),
        version: sql<number>`version + 1`,
        updated_at: new Date(),
      })
      .where('id', '=', id)
      .execute();
    const entryId = await addEntry(tx, id, { kind: 'question', text: question, admin: actor.admin, isPublic: true });
    await recordChange(tx, actor, {
      action: 'ask',
      entity: 'case',
      entityId: id,
      after: { name: found.number, question },
    });
    await sendCaseEmail(tx, id, questionEmail(found, entryId, question, await currentSite(tx, site)));
  });
