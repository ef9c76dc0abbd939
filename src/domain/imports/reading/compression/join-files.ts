import { withoutHidden } from '#contract/values/text.ts';
import { ValidationError } from '#domain/errors.ts';
import { describeLook, type FeedLook, isAlike, isProse, lookOf, newlineOf } from '../feed-look.ts';
import { peek } from './peek.ts';

/** A decompressed file of an archive. */
export interface OpenedFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

export type OnUnread = (fileName: string, reason: string) => void;

const headBytes = 32 * 1024;
const maxUnread = 100;

const lookOrProblem = (name: string, head: Buffer): FeedLook | ValidationError => {
  try {
    const look = lookOf(head);
    const isText = /\.txt$/i.test(name) && isProse(look);
    return isText ? new ValidationError('This is plain text without columns, not a feed.') : look;
  } catch (error) {
    if (error instanceof ValidationError) return error;
    throw error;
  }
};

/** A file name without characters that the database can't store or people can't read. */
const quoteName = (name: string) => {
  const plain = withoutHidden(name.toWellFormed()).replace(/\p{Cc}/gu, '');
  return `“${plain.length > 100 ? `…${plain.slice(-100).toWellFormed()}` : plain}”`;
};

/**
 * Joins the feeds of an archive that look like the first. Others would be misread. They are reported, so that their
 * posts aren't taken for missing.
 */
export async function* joinFiles(files: AsyncIterable<OpenedFile>, onUnread: OnUnread): AsyncGenerator<Uint8Array> {
  let first: { name: string; look: FeedLook } | undefined;
  let [found, unread] = [0, 0];
  let problem: ValidationError | undefined;
  const leaveOut = (name: string, reason: string) => {
    onUnread(name, `${quoteName(name)} in the ZIP file was not read: ${reason}`);
    if (++unread > maxUnread)
      throw new ValidationError(
        `The ZIP file has more than ${maxUnread} files that aren’t feeds or differ from the first one.`,
      );
  };
  for await (const { name, bytes } of files) {
    found++;
    const { head, all } = await peek(bytes, headBytes);
    const isEmpty = head.length < headBytes && head.toString('latin1').trim() === '';
    const look = isEmpty ? undefined : lookOrProblem(name, head);
    if (look === undefined) continue;
    if (look instanceof ValidationError) {
      problem ??= look;
      leaveOut(name, look.message);
    } else if (first && !isAlike(first.look, look))
      leaveOut(
        name,
        `${describeLook(look)}, and ${quoteName(first.name)}, which was read, ${describeLook(first.look)}.`,
      );
    else {
      // The last row of a file may lack a line end.
      if (first) yield newlineOf(first.look);
      first ??= { name, look };
      yield* all;
    }
    await all.return(undefined);
  }
  if (found === 0)
    throw new ValidationError('The ZIP file contains no feed: no file of CSV, TSV, text, JSON, JSON Lines or XML.');
  if (!first && problem) throw problem;
}
