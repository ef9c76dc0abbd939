import { kindKey } from '#contract/values/catalogue-file.ts';
import { looksLike } from '#contract/values/feed-formats.ts';
import type { FeedFormat } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { readFeedBytes } from './feed-chunks.ts';
import { emptyFeed } from './reading/formats/sentences.ts';
import { otherFormatOf } from './reading/other-format.ts';
import { readHead } from './reading/read-head.ts';

/** A catalogue without posts has networks and names that are worth importing. */
const isCatalogue = (head: Buffer) => head.toString('latin1', 0, 100).startsWith(`{"${kindKey}":`);

/** Throws a ValidationError with the reason why no row of a feed could be read, as far as the feed as a whole is the reason. */
export const assertReadable = async (db: Db, importId: number, format: FeedFormat, rows: number): Promise<void> => {
  const head = await readHead(readFeedBytes(db, importId));
  const other = otherFormatOf(head, format, false);
  if (other) throw new ValidationError(looksLike(other, format));
  if (rows === 0 && !isCatalogue(head)) throw new ValidationError(emptyFeed);
};
