import type { KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { addEntry } from './add-entry.ts';
import { caseEvent } from './case-emails.ts';
import { readCase } from './read-case.ts';
import { signCase } from './signed-case.ts';

const readEmails = async (db: Db, caseId: number) => {
  const { rows } = await sql<object>`
    select event, recipient, subject, body, status, created_at as "createdAt", sent_at as "sentAt" from outbox
    where starts_with(event, ${caseEvent(caseId, '')}) order by id`.execute(db);
  return rows;
};

/** Without IPs of admins: the file is for others. */
const readAudit = (db: Db, caseId: number) =>
  db
    .selectFrom('audit_log')
    .select(['at', 'admin', 'action', 'before', 'after'])
    .where('entity', '=', 'case')
    .where('entity_id', '=', String(caseId))
    .orderBy('at')
    .orderBy('id')
    .execute();

/** What is for this site's admins alone, or says nothing to others. */
const withoutOwn = (found: Awaited<ReturnType<typeof readCase>>) => {
  const { sender: _, othersOfSender: __, version: ___, publicCount: ____, isUndoable: _____, ...rest } = found;
  return rest;
};

/** A whole case as one signed file. The export is part of the history, and of the file. */
export const exportCase = (
  db: Db,
  actor: Actor,
  { id, key, site }: { id: number; key: KeyObject; site: SiteIdentity },
): Promise<{ number: string; file: string }> =>
  db.transaction().execute(async (tx) => {
    const { number } = await readCase(tx, id);
    await addEntry(tx, id, { kind: 'export', admin: actor.admin, isPublic: false });
    await recordChange(tx, actor, { action: 'export', entity: 'case', entityId: id, after: { name: number } });
    const content = {
      site: await currentSite(tx, site),
      exportedAt: new Date(),
      exportedBy: actor.admin,
      ...withoutOwn(await readCase(tx, id)),
      emails: await readEmails(tx, id),
      audit: await readAudit(tx, id),
    };
    // As it is parsed again: times are texts then.
    const plain: unknown = JSON.parse(JSON.stringify(content));
    return { number, file: `${JSON.stringify(signCase(plain, key), null, 2)}\n` };
  });
