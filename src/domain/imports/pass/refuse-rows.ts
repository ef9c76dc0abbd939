import { missingParts, recordsMissing } from '#contract/values/record-parts.ts';
import { enter } from '#contract/values/sentences.ts';
import type { Db } from '#db/database.ts';
import { linkColumns } from '#domain/catalogue/links.ts';
import { type Listing, videoListing } from '#domain/safety/listing.ts';
import { refusalsOf } from '#domain/safety/may-be-listed.ts';
import { areRecordsRequired } from '#domain/safety/records/required-records.ts';
import type { PostValues } from '../posts/post-values.ts';
import type { StoredPost } from '../posts/read-values.ts';
import type { ChangedRow, ClassifiedRow, NewRow } from './outcomes.ts';

/** The post as it will be. */
export const valuesAfter = (row: NewRow | ChangedRow, stored: StoredPost | undefined): PostValues =>
  row.outcome === 'new' || !stored
    ? row.values
    : { ...stored.values, ...Object.fromEntries(row.fields.map((field) => [field, row.values[field]])) };

/** Names of an unchanged post are those of the feed: they were allowed before, or are refused now. */
const listingOf = (row: NewRow | ChangedRow, values: PostValues): Listing =>
  videoListing({
    id: row.outcome === 'new' ? 0 : row.item.videoId,
    title: values.title,
    description: values.description,
    altKeywords: values.altKeywords,
    ...linkColumns([values.link, ...values.otherLinks], []),
    iframeUrl: values.iframeUrl,
    imageUrl: values.imageUrl,
    previewUrls: values.previewUrls,
    tagNames: [...row.tags.values()],
    performerNames: [...row.performers.values()],
    performers: [...row.performers.keys()],
    partnerId: values.partner,
  });

const problemOf = (values: PostValues, areRequired: boolean): string | undefined => {
  if (values.state === 'draft') return undefined;
  if (values.imageUrl === '') return enter('image URL');
  const missing = areRequired ? missingParts(values) : [];
  return missing.length > 0 ? recordsMissing(missing) : undefined;
};

/** The rows, of which those that may not be listed, or not without more, are refused. */
export const refuseRows = async (
  db: Db,
  rows: readonly ClassifiedRow[],
  stored: ReadonlyMap<number, StoredPost>,
): Promise<ClassifiedRow[]> => {
  const written = rows.filter((row): row is NewRow | ChangedRow => row.outcome === 'new' || row.outcome === 'changed');
  const areRequired = written.length > 0 && (await areRecordsRequired(db));
  const storedOf = (row: NewRow | ChangedRow) => (row.outcome === 'new' ? undefined : stored.get(row.item.videoId));
  const refusals = await refusalsOf(
    db,
    written.map((row) => listingOf(row, valuesAfter(row, storedOf(row)))),
  );
  const reasons = new Map(
    written.map((row, at) => {
      const problem = row.outcome === 'new' ? problemOf(row.values, areRequired) : undefined;
      return [row.number, refusals[at]?.sentence ?? problem];
    }),
  );
  return rows.map((row): ClassifiedRow => {
    const reason = reasons.get(row.number);
    if (reason === undefined || row.outcome === 'same') return row;
    const { number, title, link } = row;
    const videoId = row.outcome === 'changed' ? row.item.videoId : undefined;
    return { number, title, link, outcome: 'refused', reason, videoId };
  });
};
