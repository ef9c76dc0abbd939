import type { FileLinkRecord, fileLinkRoutes } from '#contract/file-links.ts';
import type { RouteName } from '#contract/routes.ts';
import {
  addFileLink,
  allFileLinks,
  deleteFileLink,
  type FileLink,
  updateFileLink,
} from '#domain/file-links/file-links.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';

const toFileLinkRecord = ({ id, createdAt, updatedAt, ...same }: FileLink): FileLinkRecord => ({
  _id: String(id),
  ...same,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const fileLinkHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof fileLinkRoutes & RouteName> => ({
  getFileLinks: async () => (await allFileLinks(db)).map(toFileLinkRecord),
  addFileLink: async (call) => ({
    success: true,
    link: toFileLinkRecord(await addFileLink(db, actorOf(call), call.body)),
  }),
  updateFileLink: async (call) => {
    const { version, ...changes } = call.body;
    const work = updateFileLink(db, actorOf(call), Number(call.params.id), changes, version);
    return { success: true, link: toFileLinkRecord(await withCurrentRecord(toFileLinkRecord, work)) };
  },
  deleteFileLink: async (call) => {
    const { id } = call.params;
    await withCurrentRecord(toFileLinkRecord, deleteFileLink(db, actorOf(call), Number(id), call.body?.version));
    return { success: true, _id: id };
  },
});
