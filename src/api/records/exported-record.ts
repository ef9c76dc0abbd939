import { missingParts, recordLabels } from '#contract/values/record-parts.ts';
import type { RecordedPost } from '#domain/post-records/every-record.ts';
import type { ExportedList } from '../http/exported-list.ts';

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
