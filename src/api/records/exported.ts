import type { AuditEntry } from '#contract/audit.ts';
import { auditText, changedFields, entityNoun, nameInEntry } from '#contract/values/audit.ts';
import {
  type CatalogueKind,
  catalogueVersion,
  type ExportedPostField,
  exportedPostFields,
  kindKey,
} from '#contract/values/exports.ts';
import { postFields, type RecordPart, recordParts, toWireTexts } from '#contract/values/post-fields.ts';
import { missingParts } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import type { QueuedCase } from '#domain/cases/case-queue.ts';
import { type ExportedName, type ExportedPost, everyName, everyPartner, everyPost } from '#domain/exports/exports.ts';
import type { Partner } from '#domain/partners/partners.ts';
import type { RecordedPost } from '#domain/post-records/post-records.ts';
import type { ExportedResult } from '#domain/results/results.ts';
import type { NameSummary } from '#domain/search/catalogue-index.ts';
import { type ExportedList, exportedList, fileOf } from '../http/exported-files.ts';
import { toNetworkRecord } from './partner.ts';
import { preferredFirst } from './video.ts';
import { idOrNull, isoTime } from './wire-values.ts';

const toPost = (post: ExportedPost) =>
  ({
    _id: String(post.id),
    ...toWireTexts(post),
    ...preferredFirst(post),
    imageUrl: post.imageUrl,
    tags: post.tagNames,
    name: post.performerNames,
    Category: post.category,
    minutes: post.minutes,
    // For a scheduled post, the time at which it will be published.
    publishedAt: (post.publishAt ?? post.publishedAt).toISOString(),
    views: post.views,
    iframeUrl: post.iframeUrl,
    previewUrls: post.previewUrls,
    partner: post.partnerName,
    state: post.state,
    source: post.source,
    rightsHolder: post.rightsHolder,
    consent: post.consent,
    recordDate: post.recordDate,
  }) satisfies Record<ExportedPostField, unknown>;

export const postFile: ExportedList<ExportedPost> = exportedList(exportedPostFields, toPost);

type FieldWithoutRecords = Exclude<ExportedPostField, RecordPart>;
const isNoRecord = (field: ExportedPostField): field is FieldWithoutRecords =>
  !recordParts.some((part) => part === field);

/** Without the records, which only moderators and main admins export. Imports leave out what a file lacks. */
export const postFileWithoutRecords: ExportedList<ExportedPost> = exportedList(
  exportedPostFields.filter(isNoRecord),
  (post) => {
    const { source, rightsHolder, consent, recordDate, ...rest } = toPost(post);
    return rest;
  },
);

const nameFields = ['slug', 'name', 'image', 'description', 'aliases'] as const;

const toTag = ({ slug, name, imageUrl, description, aliases }: ExportedName) => ({
  slug,
  name,
  image: imageUrl,
  description,
  aliases,
});

const toStar = (star: ExportedName) => ({ ...toTag(star), category: star.category });

export const tagFile = exportedList(nameFields, toTag);

export const starFile = exportedList([...nameFields, 'category'], toStar);

export type UsedName = ExportedName & Pick<NameSummary, 'count' | 'firstUsed' | 'lastUsed'>;

const useFields = ['count', 'firstUsed', 'lastUsed'] as const;

const useOf = ({ count, firstUsed, lastUsed }: UsedName) => ({
  count,
  firstUsed: isoTime(firstUsed),
  lastUsed: isoTime(lastUsed),
});

export const usedTagFile = exportedList([...nameFields, ...useFields], (tag: UsedName) => ({
  ...toTag(tag),
  ...useOf(tag),
}));

export const usedStarFile = exportedList([...nameFields, 'category', ...useFields], (star: UsedName) => ({
  ...toStar(star),
  ...useOf(star),
}));

const networkFields = [
  '_id',
  'name',
  'url',
  'logo',
  'description',
  'category',
  'active',
  'email',
  'submittedAt',
  'approvedAt',
  'freeUntil',
  'paidAt',
  'rejectedAt',
  'rejectReason',
  'createdAt',
  'updatedAt',
] as const;

const toNetwork = (partner: Partner) => {
  const { version, ...record } = toNetworkRecord(partner);
  return record;
};

export const networkFile = exportedList(networkFields, toNetwork);

export const recordFile: ExportedList<RecordedPost> = {
  headings: ['Id', 'Link', 'Title', 'State', 'Source', 'Rights holder', 'Consent', 'Date', 'Missing'],
  cells: (post) => [
    String(post.id),
    post.link,
    post.title,
    post.state,
    post.source,
    post.rightsHolder,
    post.consent,
    post.recordDate ?? '',
    missingParts(post)
      .map((part) => postFields[part].label)
      .join(', '),
  ],
  record: (post) => post,
};

const whoIn = ({ admin, token }: AuditEntry) => (token === null ? admin : `${admin} (API token “${token}”)`);

const changesOf = (entry: AuditEntry) =>
  changedFields(entry)
    .map(({ label, before, after }) => `${label}: ${before === undefined ? '' : `${before} → `}${after ?? '(empty)'}`)
    .join('\n');

/** CSV files have sentences for people, JSON Lines the stored entries for programs. */
export const auditFile: ExportedList<AuditEntry> = {
  headings: ['When', 'Who', 'What', 'Kind', 'Id', 'Name', 'Changed', 'From IP address'],
  cells: (entry) => [
    entry.at,
    whoIn(entry),
    auditText(entry),
    entityNoun(entry.entity),
    entry.entityId,
    nameInEntry(entry) ?? '',
    changesOf(entry),
    entry.ip ?? '',
  ],
  record: (entry) => entry,
};

const caseFields = [
  'number',
  'kind',
  'status',
  'receivedAt',
  'dueAt',
  'pausedAt',
  'decidedAt',
  'isComplete',
  'hasProof',
  'flags',
  'reporterName',
  'reporterEmail',
  'videoId',
  'subject',
  'urlCount',
  'undecidedCount',
  'heldCount',
  'restorableFrom',
  'restoreBy',
] as const;

/** The fields that every admin sees in the queue. */
export const caseFile = exportedList(caseFields, (row: QueuedCase) => ({
  number: row.number,
  kind: row.kind,
  status: row.status,
  receivedAt: row.receivedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  pausedAt: isoTime(row.pausedAt),
  decidedAt: isoTime(row.decidedAt),
  isComplete: row.isComplete,
  hasProof: row.hasProof,
  flags: row.flags,
  reporterName: row.reporterName,
  reporterEmail: row.reporterEmail,
  videoId: idOrNull(row.videoId),
  subject: row.subject,
  urlCount: row.urlCount,
  undecidedCount: row.undecidedCount,
  heldCount: row.heldCount,
  restorableFrom: isoTime(row.restorableFrom),
  restoreBy: isoTime(row.restoreBy),
}));

const resultFields = [
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

export const resultFile = exportedList(resultFields, ({ subjectId, ...result }: ExportedResult) => ({
  ...result,
  _id: subjectId === 0 ? null : String(subjectId),
}));

const lineOf = (kind: CatalogueKind, record: object) => `${JSON.stringify({ [kindKey]: kind, ...record })}\n`;

async function* linesOf<Row>(kind: CatalogueKind, batches: AsyncIterable<Row[]>, toRecord: (row: Row) => object) {
  for await (const rows of batches) yield rows.map((row) => lineOf(kind, toRecord(row))).join('');
}

/** The whole catalogue. Networks, tags and stars come before the posts that refer to them. */
export async function* catalogueFile(db: Db, siteUrl: string): AsyncGenerator<string> {
  yield lineOf('catalogue', { version: catalogueVersion, site: siteUrl, exportedAt: new Date().toISOString() });
  yield* linesOf('network', everyPartner(db), toNetwork);
  yield* linesOf('tag', everyName(db, 'tag'), toTag);
  yield* linesOf('star', everyName(db, 'performer'), toStar);
  yield* fileOf(postFile, 'jsonl', everyPost(db));
}
