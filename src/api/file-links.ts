import type { fileLinkRoutes } from '#contract/file-links.ts';
import { allFileLinks, fileLinks, searchFileLinks } from '#domain/directory/file-links.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { directoryHandlers } from './http/directory-handlers.ts';
import { paginationOf } from './http/pagination.ts';
import { toFileLinkRecord } from './records/file-link.ts';

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
