import { missingParts, recordLabels } from '#contract/values/record-parts.ts';
import type { RecordedPost } from '#domain/safety/records/every-record.ts';
import { byteOrderMark, csvLine } from '../http/csv.ts';

export const recordCsvHead =
  byteOrderMark + csvLine(['Id', 'Link', 'Title', 'State', 'Source', 'Rights holder', 'Consent', 'Date', 'Missing']);

export const recordCsvLine = (post: RecordedPost) =>
  csvLine([
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
  ]);
