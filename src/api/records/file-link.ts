import type { FileLinkRecord } from '#contract/file-links.ts';
import type { FileLink } from '#domain/directory/file-links.ts';

export const toFileLinkRecord = ({ id, createdAt, updatedAt, ...same }: FileLink): FileLinkRecord => ({
  _id: String(id),
  ...same,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
