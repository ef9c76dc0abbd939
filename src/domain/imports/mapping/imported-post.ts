import type { Category } from '#contract/values/categories.ts';
import type { PostState } from '#contract/values/post-filter.ts';
import type { RecordPart } from '#contract/values/record-parts.ts';

/** A row as a post: everything is within the limits of a post that is entered by hand. What a row does not have is blank or null. */
export interface ImportedPost {
  /** The source's own id of the row. */
  itemId: string;
  title: string;
  link: string;
  otherLinks: string[];
  imageUrl: string;
  description: string;
  /** Names, not slugs; no two have the same slug. */
  tags: string[];
  performers: string[];
  category: Category;
  minutes: number | null;
  publishedAt: Date | null;
  views: number | null;
  iframeUrl: string;
  previewUrls: string[];
  altKeywords: string;
  /** The id or name of a partner as the row has it. */
  partner: string;
  /** Only of feeds that say so, such as an export of this catalogue. */
  state: PostState | null;
  records: Partial<Record<RecordPart, string>>;
  /** A sentence for each value that could not be read, so the post goes without it. */
  leftOut: string[];
}
