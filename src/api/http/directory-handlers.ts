import type { FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import type { Directory, Versioned } from '#domain/directory/directory.ts';
import { actorOf } from './actor.ts';
import { withCurrentRecord } from './current-record.ts';

interface AdminCall<Body> {
  session: Session | undefined;
  request: FastifyRequest;
  body: Body;
}

interface RecordCall<Body> extends AdminCall<Body> {
  params: { id: string };
}

type WithVersion = { version?: number | undefined };

/** Add, update and delete for one directory of the domain, in the words of the wire. */
export const directoryHandlers = <Entity extends Versioned, New, Changes, WireRecord>(
  db: Db,
  directory: Directory<Entity, New, Changes>,
  toRecord: (entity: Entity) => WireRecord,
) => ({
  add: async (call: AdminCall<unknown>, record: New): Promise<WireRecord> =>
    toRecord(await directory.add(db, actorOf(call), record)),
  update: async (call: RecordCall<WithVersion>, changes: Changes): Promise<WireRecord> => {
    const { params, body } = call;
    const work = directory.update(db, actorOf(call), Number(params.id), changes, body.version);
    return toRecord(await withCurrentRecord(toRecord, work));
  },
  remove: async (call: RecordCall<WithVersion | null>) => {
    const { params, body } = call;
    await withCurrentRecord(toRecord, directory.delete(db, actorOf(call), Number(params.id), body?.version));
    return { success: true as const, _id: params.id };
  },
});
