import type { AuditEntry } from '#contract/audit.ts';
import { auditText, changedFields, entityNoun, nameInEntry } from '#contract/values/audit.ts';
import {
  type CatalogueKind,
  catalogueVersion,
  type ExportedPostField,
  exportedPostFields,
  kindKey,
} from '#contract/values/exports.ts';
import { missingParts, recordLabels } from '#contract/values/posts.ts';
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

const toPost = (post: ExportedPost) =>
  ({
    _id: String(post.id),
    titel: post.title,
    ...preferredFirst(post),
    imageUrl: post.imageUrl,
    desc: post.description,
    tags: post.tagNames,
    name: post.performerNames,
    Category: post.category,
    minutes: post.minutes,
    // Of a scheduled post, when it is to be published.
    publishedAt: (post.publishAt ?? post.publishedAt).toISOString(),
    views: post.views,
    iframeUrl: post.iframeUrl,
    previewUrls: post.previewUrls,
    altKeywords: post.altKeywords,
    partner: post.partnerName,
    state: post.state,
    source: post.source,
    rightsHolder: post.rightsHolder,
    consent: post.consent,
    recordDate: post.recordDate,
  }) satisfies Record<ExportedPostField, unknown>;

export const postFile: ExportedList<ExportedPost> = exportedList(exportedPostFields, toPost);

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

/** As a list shows it, with how it is used. */
export type UsedName = ExportedName & Pick<NameSummary, 'count' | 'firstUsed' | 'lastUsed'>;

const useFields = ['count', 'firstUsed', 'lastUsed'] as const;

const useOf = ({ count, firstUsed, lastUsed }: UsedName) => ({
  count,
  firstUsed: firstUsed?.toISOString() ?? null,
  lastUsed: lastUsed?.toISOString() ?? null,
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
      .map((part) => recordLabels[part])
      .join(', '),
  ],
  record: (post) => post,
};

const whoIn = ({ admin, token }: AuditEntry) => (token === null ? admin : `${admin} (API token “${token}”)`);

const changesOf = (entry: AuditEntry) =>
  changedFields(entry)
    .map(({ label, before, after }) => `${label}: ${before === undefined ? '' : `${before} → `}${after ?? '(empty)'}`)
    .join('\n');

/** In sentences for people, and as they are stored for programs. */
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

const timeOf = (date: Date | null) => date?.toISOString() ?? null;

/** What every admin sees in the queue. */
export const caseFile = exportedList(caseFields, (found: QueuedCase) => ({
  number: found.number,
  kind: found.kind,
  status: found.status,
  receivedAt: found.receivedAt.toISOString(),
  dueAt: found.dueAt.toISOString(),
  pausedAt: timeOf(found.pausedAt),
  decidedAt: timeOf(found.decidedAt),
  isComplete: found.isComplete,
  hasProof: found.hasProof,
  flags: found.flags,
  reporterName: found.reporterName,
  reporterEmail: found.reporterEmail,
  videoId: found.videoId === null ? null : String(found.videoId),
  subject: found.subject,
  urlCount: found.urlCount,
  undecidedCount: found.undecidedCount,
  heldCount: found.heldCount,
  restorableFrom: timeOf(found.restorableFrom),
  restoreBy: timeOf(found.restoreBy),
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

/** The whole catalogue, what posts refer to first. */
export async function* catalogueFile(db: Db, siteUrl: string): AsyncGenerator<string> {
  yield lineOf('catalogue', { version: catalogueVersion, site: siteUrl, exportedAt: new Date().toISOString() });
  yield* linesOf('network', everyPartner(db), toNetwork);
  yield* linesOf('tag', everyName(db, 'tag'), toTag);
  yield* linesOf('star', everyName(db, 'performer'), toStar);
  yield* fileOf(postFile, 'jsonl', everyPost(db));
}
