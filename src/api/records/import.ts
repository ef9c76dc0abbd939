import type { FeedPreview, ImportRecord, ImportRowRecord } from '#contract/import-records.ts';
import type { ImportRules } from '#contract/values/imports.ts';
import type { EditableState } from '#contract/values/post-filter.ts';
import type { Import, ImportRow } from '#domain/imports/imports.ts';
import type { ImportedPost } from '#domain/imports/mapping/imported-post.ts';
import type { FeedPreview as Preview } from '#domain/imports/preview-feed.ts';
import { csvLine } from '../http/csv.ts';

const iso = (time: Date | null) => time?.toISOString() ?? null;

const firstStates: Record<ImportRules['publish'], EditableState> = {
  now: 'published',
  draft: 'draft',
  hourly: 'scheduled',
};

export const toImportRecord = (each: Import): ImportRecord => {
  const { id, source, sourceId, fileName, adminId, settings, ...rest } = each;
  return {
    ...rest,
    _id: String(id),
    source: { _id: String(sourceId), name: source },
    feed: fileName,
    postState: firstStates[settings.rules.publish],
    adminId: adminId === null ? null : String(adminId),
    createdAt: each.createdAt.toISOString(),
    resumeAt: iso(each.resumeAt),
    checkStartedAt: iso(each.checkStartedAt),
    checkedAt: iso(each.checkedAt),
    startedAt: iso(each.startedAt),
    endedAt: iso(each.endedAt),
    undoStartedAt: iso(each.undoStartedAt),
    undoEndedAt: iso(each.undoEndedAt),
  };
};

export const toImportRowRecord = ({ number, outcome, title, link, reason, videoId }: ImportRow): ImportRowRecord => ({
  number,
  outcome,
  titel: title,
  link,
  reason,
  post: videoId === null ? null : String(videoId),
});

export const importRowsCsvHead = csvLine(['Row', 'Outcome', 'Title', 'Link', 'Reason', 'Post']);

export const importRowCsvLine = ({ number, outcome, title, link, reason, videoId }: ImportRow): string =>
  csvLine([String(number), outcome, title, link, reason, videoId === null ? '' : String(videoId)]);

const toPreviewedPost = (post: ImportedPost) => ({
  titel: post.title,
  link: post.link,
  otherLinks: post.otherLinks,
  imageUrl: post.imageUrl,
  des: post.description,
  tags: post.tags,
  name: post.performers,
  Category: post.category,
  minutes: post.minutes,
  views: post.views,
  publishedAt: iso(post.publishedAt),
});

const maxSampleLength = 200;
const maxSamples = 3;

/** The first values of a column that are not empty, each once. */
const samplesOf = ({ rows }: Preview, column: string): string[] => {
  const textOf = ({ columns = {} }: Preview['rows'][number]) =>
    Object.hasOwn(columns, column) ? [columns[column] ?? ''].flat().join(', ').trim() : '';
  const values = rows.map(textOf);
  return [...new Set(values.filter((value) => value !== ''))]
    .slice(0, maxSamples)
    .map((value) => value.slice(0, maxSampleLength));
};

export const toFeedPreview = (preview: Preview, isGuessed: boolean): FeedPreview => ({
  format: preview.format,
  otherFormat: preview.otherFormat ?? null,
  mapping: preview.mapping,
  isGuessed,
  columns: preview.columns.map((name) => ({ name, samples: samplesOf(preview, name) })),
  rows: preview.rows.map(({ number, excerpt, post, problem }) => ({
    number,
    excerpt,
    problem: problem ?? null,
    leftOut: post?.leftOut ?? [],
    post: post ? toPreviewedPost(post) : null,
  })),
});
