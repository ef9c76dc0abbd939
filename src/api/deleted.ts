import type { DeletedRecord, deletedRoutes } from '#contract/deleted.ts';
import { type DeletedRecord as Deleted, deletedRecords, restoreRecord } from '#domain/deleted/deleted-records.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { paginationOf } from './http/pagination.ts';

const toDeletedRecord = ({ id, deletedAt, ...same }: Deleted): DeletedRecord => ({
  _id: String(id),
  ...same,
  deletedAt: deletedAt.toISOString(),
});

export const deletedHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof deletedRoutes> => ({
  getDeleted: async ({ params, query }) => {
    const { total, records } = await deletedRecords(db, params.kind, query);
    return { success: true, records: records.map(toDeletedRecord), pagination: paginationOf(total, query) };
  },
  restoreDeleted: async (call) => {
    const { kind, id } = call.params;
    const work = restoreRecord(db, actorOf(call), kind, Number(id), call.body?.version);
    await withCurrentRecord(toDeletedRecord, work);
    return { success: true, _id: id };
  },
});
