import type { ExportFormat } from '#contract/values/export-formats.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';

export interface ExportRecord {
  /** Of what: 'posts'. */
  name: string;
  format: ExportFormat;
  /** As in a URL; blank for everything. */
  filter: string;
  /** Undefined if that would take as long as the export. */
  count: number | undefined;
}

/** Call it before anything is sent: nothing leaves the site without a line in the audit log. */
export const recordExport = (db: Db, actor: Actor, { name, format, filter, count }: ExportRecord): Promise<void> =>
  recordChange(db, actor, {
    action: 'export',
    entity: 'list',
    entityId: 0,
    after: { name, format, ...(filter === '' ? {} : { filter }), ...(count === undefined ? {} : { count }) },
  });
