import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { isUploadName } from './upload-name.ts';

export interface UploadReader {
  /** The content of an upload, or undefined if there is none of this name. */
  read: (name: string) => Promise<Buffer | undefined>;
}

/** All logos, and the images of the posts that are looked at most. */
const maxBytes = 32 * 1024 * 1024;
/** How long a process serves an upload that another one has removed. */
const maxAgeMs = 60_000;

/** Reads from the primary: a replica may not have what was uploaded a moment ago. */
export const createUploadReader = (db: Db): UploadReader => {
  const cached = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    ttl: maxAgeMs,
  });
  return {
    read: async (name) => {
      if (!isUploadName(name)) return undefined;
      const known = cached.get(name);
      if (known) return known;
      const upload = await db.selectFrom('uploads').select('content').where('name', '=', name).executeTakeFirst();
      if (upload) cached.set(name, upload.content);
      return upload?.content;
    },
  };
};
