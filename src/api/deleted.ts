import type { deletedRoutes } from '#contract/deleted.ts';
import { restoredAsDraft } from '#contract/values/record-parts.ts';
import { deletedRecords, restoreRecord } from '#domain/deleted/deleted-records.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { paginationOf } from './http/pagination.ts';
import { toDeletedRecord } from './records/deleted-record.ts';

export const deletedHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof deletedRoutes> => ({
  getDeleted: async ({ params, query }) => {
    const { total, records } = await deletedRecords(db, params.kind, query);
    return { success: true, records: records.map(toDeletedRecord), pagination: paginationOf(total, query) };
  },
  restoreDeleted: async (call) => {
    const { kind, id } = call.params;
    const work = restoreRecord(db, actorOf(call), kind, Number(id), call.body?.version);
    const missing = await withCurrentRecord(toDeletedRecord, work);
    return { success: true, _id: id, ...(missing.length > 0 && { message: restoredAsDraft(missing) }) };
  },
});
