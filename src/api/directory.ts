import type { FastifyRequest } from 'fastify';
import type {
  ChannelRecord,
  channelRoutes,
  DeletedRecord,
  deletedRoutes,
  FileLinkRecord,
  fileLinkRoutes,
} from '#contract/directory.ts';
import type { Section } from '#contract/values/accounts.ts';
import { restoredAsDraft } from '#contract/values/posts.ts';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import type { Db } from '#db/database.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { deletedRecords, type ListedRecord, restoreRecord } from '#domain/deleted/deleted-records.ts';
import { allChannels, type Channel, channels, searchChannels } from '#domain/directory/channels.ts';
import type { Directory, Versioned } from '#domain/directory/directory.ts';
import { allFileLinks, type FileLink, fileLinks, searchFileLinks } from '#domain/directory/file-links.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf, assertMayUse } from './http/caller.ts';
import { withCurrentRecord } from './http/error-handler.ts';
import { paginationOf } from './http/pagination.ts';
import { withIsoTimes } from './records/wire-values.ts';

/** Who may see and restore deleted records of each kind: those who may delete them. */
const sectionOfKind: Record<DeletedKind, Section> = {
  posts: 'catalogue',
  stars: 'catalogue',
  networks: 'partners',
  channels: 'partners',
  terabox: 'partners',
};

interface AdminCall<Body> {
  session: Session | undefined;
  request: FastifyRequest;
  body: Body;
}

interface RecordCall<Body> extends AdminCall<Body> {
  params: { id: string };
}

type WithVersion = { version?: number | undefined };

/** The add, update and delete handlers of a simple directory. */
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

const toChannelRecord = ({ id, ...record }: Channel): ChannelRecord => ({ _id: String(id), ...withIsoTimes(record) });

export const channelHandlers = ({ db, pictures }: ApiContext): HandlersOf<keyof typeof channelRoutes> => {
  const { add, update, remove } = directoryHandlers(db, channels, toChannelRecord);
  return {
    getChannels: async () => (await allChannels(db)).map(toChannelRecord),
    searchChannels: async ({ query }) => {
      const { records, total } = await searchChannels(db, query);
      return { success: true, channels: records.map(toChannelRecord), pagination: paginationOf(total, query) };
    },
    addChannel: async (call) => {
      await pictures.hashBeforeSaving(call.body.thumbnail);
      return { success: true, channel: await add(call, call.body) };
    },
    updateChannel: async (call) => {
      const { version, ...changes } = call.body;
      await pictures.hashBeforeSaving(changes.thumbnail);
      return { success: true, channel: await update(call, changes) };
    },
    deleteChannel: remove,
  };
};

const toFileLinkRecord = ({ id, ...record }: FileLink): FileLinkRecord => ({
  _id: String(id),
  ...withIsoTimes(record),
});

export const fileLinkHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof fileLinkRoutes> => {
  const { add, update, remove } = directoryHandlers(db, fileLinks, toFileLinkRecord);
  return {
    getFileLinks: async () => (await allFileLinks(db)).map(toFileLinkRecord),
    searchFileLinks: async ({ query }) => {
      const { records, total } = await searchFileLinks(db, query);
      return { success: true, links: records.map(toFileLinkRecord), pagination: paginationOf(total, query) };
    },
    addFileLink: async (call) => ({ success: true, link: await add(call, call.body) }),
    updateFileLink: async (call) => {
      const { version, ...changes } = call.body;
      return { success: true, link: await update(call, changes) };
    },
    deleteFileLink: remove,
  };
};

const toDeletedRecord = ({ id, ...record }: ListedRecord): DeletedRecord => ({
  _id: String(id),
  ...withIsoTimes(record),
});

export const deletedHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof deletedRoutes> => ({
  getDeleted: async ({ params, query, ...call }) => {
    assertMayUse(call, sectionOfKind[params.kind]);
    const { total, records } = await deletedRecords(db, params.kind, query);
    return { success: true, records: records.map(toDeletedRecord), pagination: paginationOf(total, query) };
  },
  restoreDeleted: async (call) => {
    const { kind, id } = call.params;
    assertMayUse(call, sectionOfKind[kind]);
    const work = restoreRecord(db, actorOf(call), kind, Number(id), call.body?.version);
    const missing = await withCurrentRecord(toDeletedRecord, work);
    return { success: true, _id: id, ...(missing.length > 0 && { message: restoredAsDraft(missing) }) };
  },
});
