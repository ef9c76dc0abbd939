import type { Category } from '#contract/values/categories.ts';
import { type ImportField, importFields } from '#contract/values/imports.ts';
import type { PostState } from '#contract/values/post-filter.ts';

/** Everything of a post but its id, under the names of the fields of a feed. */
export type PostField = Exclude<ImportField, 'itemId'>;
export const postFields = importFields.filter((field) => field !== 'itemId');

/** What a post has, or is to have, in each field. */
export interface PostValues extends Record<PostField, unknown> {
  title: string;
  link: string;
  otherLinks: readonly string[];
  imageUrl: string;
  description: string;
  /** Ids; slugs of those that do not exist yet. */
  tags: readonly (number | string)[];
  performers: readonly (number | string)[];
  category: Category;
  duration: number | null;
  /** Null for the time of the import. */
  publishedAt: Date | null;
  views: number | null;
  iframeUrl: string;
  previewUrls: readonly string[];
  altKeywords: string;
  /** An id. */
  partner: number | null;
  state: PostState;
  source: string;
  rightsHolder: string;
  consent: string;
  recordDate: string | null;
}
