import type { ExportedResult } from '#domain/results/read-results.ts';
import { exportedList } from '../http/exported-list.ts';

const fields = [
  'day',
  '_id',
  'name',
  'posts',
  'deadPosts',
  'removed',
  'plays',
  'otherLinks',
  'embeds',
  'visits',
] as const;

export const resultFile = exportedList(fields, ({ subjectId, ...result }: ExportedResult) => ({
  ...result,
  _id: subjectId === 0 ? null : String(subjectId),
}));
