import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';
import { type Actor, recordChange, system } from '#domain/audit-log.ts';
import { ConflictError } from '#domain/errors.ts';
import { addEntry, lockCase, newVersion } from './cases.ts';

/**
 * How many days a case keeps who reported it after its last decision, or after what was written to or by the reporter since: long enough
 * for objections and complaints. A signed copyright notice is evidence for as long as it can be taken to court, which is three years in the USA.
 */
const keptDays = { default: 365, copyright: 3 * 365 } as const;

/** Fields of the form that name the reporter or somebody they speak for. */
export const personalFields: readonly string[] = ['address', 'rightsHolder'];

/** The text of an entry about an email, without the address that it went to. Addresses may contain brackets. */
export const withoutRecipient = (text: string): string => text.replace(/ \(to .*\)$/s, '');

interface Erased {
  id: number;
  actor: Actor;
  why: string;
}

/**
 * Erases who reported a closed case: name, email and address, the emails to them, and the code made from their network. What they
 * wrote about the content stays, because the decision rests on it.
 */
const erase = async (tx: Tx, { id, actor, why }: Erased): Promise<void> => {
  const { number } = await lockCase(tx, id, undefined);
  await tx
    .updateTable('cases')
    .set({
      reporter_name: '',
      reporter_email: '',
      details: sql`details - ${sql.val(personalFields)}::text[]`,
      sender: null,
      network: null,
      mailbox: null,
      mail_domain: null,
      // Another email that is entered later has not been confirmed.
      email_confirmed_at: null,
      content_hash: null,
      erased_at: new Date(),
      erased_by: actor.adminId === null ? null : (actor.admin ?? null),
      ...newVersion,
    })
    .where('id', '=', id)
    .execute();
  await sql`delete from outbox where starts_with(event, ${`case ${id} `})`.execute(tx);
  await tx.deleteFrom('confirmation_emails').where('case_id', '=', id).execute();
  await sql`
    update case_entries set text = regexp_replace(text, ' \\(to .*\\)$', '')
    where case_id = ${id}::bigint and kind = 'email'`.execute(tx);
  const text = `The reporter’s data was erased: ${why}.`;
  await addEntry(tx, id, { kind: 'note', text, admin: actor.admin, isPublic: false });
  const after = { name: number, reporter: 'erased', reason: why };
  await recordChange(tx, actor, { action: 'update', entity: 'case', entityId: id, after });
};

/** Erases the reporter's data of a closed case at an admin's request. It cannot be undone. */
export const eraseReporter = (
  db: Db,
  actor: Actor,
  { id, expectedVersion }: { id: number; expectedVersion: number | undefined },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { status } = await lockCase(tx, id, expectedVersion);
    if (status !== 'decided')
      throw new ConflictError('The reporter’s data is needed until the case is decided. Decide it first.');
    const { erased_at } = await tx
      .selectFrom('cases')
      .select('erased_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (erased_at) throw new ConflictError('The reporter’s data has already been erased.');
    await erase(tx, { id, actor, why: 'an admin erased it' });
  });

/** Notes, emails and exports are not among them: an erasure adds a note itself. */
const activities: readonly CaseEntryKind[] = [
  'received',
  'question',
  'answer',
  'decision',
  'objection',
  'withdrawal',
  'counter_notice',
];

/**
 * Condition on `cases c`: its reporter's time is over. `decided_at` is the first decision; what happened later begins the time anew. Cases
 * with a counter-notice that is running, or that a court has to decide, are kept, and so is what concerns a case that is open again.
 */
const isOver = sql<boolean>`(c.status = 'decided' and c.erased_at is null
  and greatest(c.decided_at, (
    select max(e.at) from case_entries e where e.case_id = c.id and e.kind = any(${sql.val(activities)}::text[])
  )) < now() - make_interval(
    days => case when c.kind = 'copyright' and c.is_complete then ${keptDays.copyright}::int else ${keptDays.default}::int end)
  and not exists (select from counter_notices n where n.case_id = c.id and n.restored_at is null))`;

const casesPerRun = 1_000;

/** Erases reporters whose time is over. */
export const eraseOldReporters = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select c.id from cases c where ${isOver} order by c.id limit ${casesPerRun}`.execute(db);
  for (const { id } of rows)
    await db.transaction().execute(async (tx) => {
      await lockCase(tx, id, undefined);
      // The reporter may have objected since.
      const still = await tx
        .selectFrom('cases as c')
        .select('c.id')
        .where('c.id', '=', id)
        .where(isOver)
        .executeTakeFirst();
      if (still) await erase(tx, { id, actor: system, why: 'the time for which it is kept is over' });
    });
};
