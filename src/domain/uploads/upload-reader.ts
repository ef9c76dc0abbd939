import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { isUploadName, uploadsPath } from './upload-name.ts';

export interface Upload {
  content: Buffer;
  /** Whether a post shows it that a case withholds from visitors, or a performer or partner that is blocked. */
  isWithheld: boolean;
}

export interface UploadReader {
  /** Undefined if there is none of this name. */
  read: (name: string) => Promise<Upload | undefined>;
}

/** All logos, and the images of the posts that are looked at most. */
const maxBytes = 32 * 1024 * 1024;
/** How long a process serves an upload that was removed or withheld. */
const maxAgeMs = 3_000;

/** A block is about where a post comes from, not about the post's picture, which others may show, too. */
const isShownByWithheld = (path: string) => sql<boolean>`exists (
  select from videos v join video_holds h on h.video_id = v.id and h.case_id is not null
  where v.image_url = ${path} or v.preview_urls <> '{}' and upload_paths(v.preview_urls) @> array[${path}])
  or exists (select from performers where image_url = ${path} and blocked_at is not null)
  or exists (select from partners where logo = ${path} and blocked_at is not null)`;

/** Reads from the primary: a replica may not have what was uploaded a moment ago. */
export const createUploadReader = (db: Db): UploadReader => {
  const cached = new LRUCache<string, Upload>({
    maxSize: maxBytes,
    sizeCalculation: ({ content }) => Math.max(1, content.length),
    ttl: maxAgeMs,
  });
  return {
    read: async (name) => {
      if (!isUploadName(name)) return undefined;
      const known = cached.get(name);
      if (known) return known;
      const upload = await db
        .selectFrom('uploads')
        .select(['content', isShownByWithheld(uploadsPath + name).as('isWithheld')])
        .where('name', '=', name)
        .executeTakeFirst();
      if (upload) cached.set(name, upload);
      return upload;
    },
  };
};
