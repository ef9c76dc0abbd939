import type { recordRoutes } from '#contract/records.ts';
import { limits } from '#contract/values/limits.ts';
import type { RecordPart } from '#contract/values/record-parts.ts';
import { everyRecord } from '#domain/post-records/every-record.ts';
import { importRecords, previewImport } from '#domain/post-records/import-records.ts';
import { findPosts } from '#domain/posts/find-posts.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { fileOf } from './http/exported-list.ts';
import { readFileForm } from './http/multipart.ts';
import { sendFile } from './http/send-file.ts';
import { recordFile } from './records/exported-record.ts';
import { fromPostFilter } from './records/post-filter.ts';

const upload = {
  field: 'file',
  bytes: limits.recordImport.bytes,
  missing: 'Choose a CSV file to import.',
  tooLarge: `The file may be at most ${limits.recordImport.bytes / 1024 / 1024} MB. Split it into several.`,
};

export const recordHandlers = (context: ApiContext): HandlersOf<keyof typeof recordRoutes> => {
  const { db } = context;
  return {
    countMissingRecords: async ({ query }) => {
      const count = async (without: 'records' | RecordPart) => {
        const { total } = await findPosts(context, fromPostFilter({ ...query, without }), { page: 1, limit: 1 });
        return total;
      };
      const [records, source, rightsHolder, consent, recordDate] = await Promise.all([
        count('records'),
        count('source'),
        count('rightsHolder'),
        count('consent'),
        count('recordDate'),
      ]);
      return { success: true, records, source, rightsHolder, consent, recordDate };
    },
    exportRecords: async ({ query, reply }) => {
      const file = fileOf(recordFile, 'csv', everyRecord(db, query.without));
      return sendFile(reply, { name: 'records', format: 'csv' }, file);
    },
    importRecords: async (call) => {
      const report = await readFileForm(call.request, upload, (file) =>
        call.query.dryRun ? previewImport(db, file) : importRecords(db, actorOf(call), file),
      );
      return { success: true, ...report };
    },
  };
};
