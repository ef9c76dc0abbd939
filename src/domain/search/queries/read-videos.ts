import type { Catalogue } from '../index/catalogue.ts';
import { termsAt } from '../index/columns.ts';
import { decodeRecord, type RecordedVideo } from '../index/record.ts';

/** A video with its views and the slugs of its tags and performers, in the order they were given. */
export interface IndexedVideo extends RecordedVideo {
  views: number;
  tags: string[];
  performers: string[];
}

/** Further ones wait until these are written again. */
const maxMissingRecords = 5_000;

const readVideo = (catalogue: Catalogue, id: number): IndexedVideo | undefined => {
  const { columns, ordinals, terms, records, missingRecords } = catalogue;
  const ordinal = ordinals.get(id);
  if (ordinal === undefined) return undefined;
  const bytes = records.read(columns.records[ordinal] as number);
  const record = bytes && decodeRecord(bytes);
  if (record?.id !== id) {
    if (missingRecords.size < maxMissingRecords) missingRecords.add(id);
    return undefined;
  }
  const [tags, performers]: [string[], string[]] = [[], []];
  for (const termId of termsAt(columns, ordinal)) {
    const term = terms.all[termId];
    if (term?.kind === 'tag') tags.push(term.slug);
    else if (term?.kind === 'performer') performers.push(term.slug);
  }
  return Object.assign(record, { views: columns.views[ordinal] as number, tags, performers });
};

/** In the order of the given ids, without those that are not indexed or whose records are missing. */
export const readVideos = (catalogue: Catalogue, ids: readonly number[]): IndexedVideo[] =>
  ids.flatMap((id) => readVideo(catalogue, id) ?? []);
