import type { Catalogue } from '../index/catalogue.ts';
import { termsAt } from '../index/columns.ts';
import { decodeRecord, type VideoOfRecord } from '../index/database-rows.ts';
import { noRecord } from '../index/record-file.ts';

/** A video as visitors see it, the same whether it is read from the index or the database. */
export interface Video extends VideoOfRecord {
  views: number;
  /** Slugs, in the order in which they were entered. */
  tags: string[];
  /** Slugs, in the order in which they were entered. */
  performers: string[];
}

/** Bounds the work of a round. Further missing records are noticed after these have been written again. */
const maxMissingRecords = 5_000;

const namesAt = ({ columns, terms }: Catalogue, ordinal: number) => {
  const [tags, performers]: [string[], string[]] = [[], []];
  for (const termId of termsAt(columns, ordinal)) {
    const term = terms.all[termId];
    if (term?.kind === 'tag') tags.push(term.slug);
    else if (term?.kind === 'performer') performers.push(term.slug);
  }
  return { tags, performers };
};

/** Undefined if the bytes are not a record of this video. */
const recordOf = (bytes: Buffer | undefined, id: number): VideoOfRecord | undefined => {
  try {
    const record = bytes && decodeRecord(bytes);
    return record?.id === id ? record : undefined;
  } catch {
    return undefined;
  }
};

/** In the order of the given ids. Skips videos that aren't indexed or whose records are missing. */
export const readVideos = (catalogue: Catalogue, ids: readonly number[]): Video[] => {
  const { columns, ordinals, records, missingRecords } = catalogue;
  const found = ids.map((id) => ordinals.get(id));
  const positions = found.map((ordinal) => (ordinal === undefined ? noRecord : (columns.records[ordinal] as number)));
  const bytes = records.read(positions);
  const videos: Video[] = [];
  for (const [at, ordinal] of found.entries()) {
    if (ordinal === undefined || positions[at] === noRecord) continue;
    const id = ids[at] as number;
    const record = recordOf(bytes[at], id);
    if (record)
      videos.push(Object.assign(record, { views: columns.views[ordinal] as number }, namesAt(catalogue, ordinal)));
    else if (missingRecords.size < maxMissingRecords) missingRecords.add(id);
  }
  return videos;
};
