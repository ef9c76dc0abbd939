import { sql } from 'kysely';

/** Whether a post of `videos` has one of these pictures as its thumbnail or, if it is an upload, as a preview. */
export const hasPicture = (urls: readonly string[]) => sql<boolean>`(
  videos.image_url = any(${sql.val(urls)}::text[])
  or videos.preview_urls <> '{}' and upload_paths(videos.preview_urls) && ${sql.val(urls)}::text[])`;
