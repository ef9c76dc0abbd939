import type { Db } from '#db/database.ts';
import type { CaseEntryKind } from '#db/safety-tables.ts';

interface NewEntry {
  kind: CaseEntryKind;
  text?: string;
  /** The admin's username; without one, the reporter or the site itself made it. */
  admin?: string;
  /** Whether the reporter sees it on the status page. */
  isPublic: boolean;
  details?: object;
}

/** Adds to the history of a case. */
export const addEntry = async (
  tx: Db,
  caseId: number,
  { kind, text = '', admin, isPublic, details }: NewEntry,
): Promise<number> => {
  const { id } = await tx
    .insertInto('case_entries')
    .values({
      case_id: caseId,
      kind,
      text,
      admin: admin ?? null,
      is_public: isPublic,
      details: details ? JSON.stringify(details) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
