import { missingParts, recordsMissing } from '#contract/values/record-parts.ts';
import { enter } from '#contract/values/sentences.ts';
import type { Db } from '#db/database.ts';
import { refusalsOf } from '#domain/listing-rules/may-be-listed.ts';
import { areRecordsRequired } from '#domain/post-records/required-records.ts';
import type { PostValues } from '../posts/post-values.ts';
import type { StoredPost } from '../posts/read-values.ts';
import { listingOf } from './listed-rows.ts';
import type { ChangedRow, ClassifiedRow, NewRow } from './outcomes.ts';

/** The post as it will be. */
export const valuesAfter = (row: NewRow | ChangedRow, stored: StoredPost | undefined): PostValues =>
  row.outcome === 'new' || !stored
    ? row.values
    : { ...stored.values, ...Object.fromEntries(row.fields.map((field) => [field, row.values[field]])) };

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
    written.map((row) =>
      row.outcome === 'new' ? row.listing : listingOf(row, valuesAfter(row, storedOf(row)), row.item.videoId),
    ),
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
