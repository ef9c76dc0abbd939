import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Db } from '#db/database.ts';
import { commandLine } from '#domain/audit-log.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';
import { createFetchStream } from '#domain/fetching/fetcher.ts';
import { discardImport } from '#domain/imports/control-imports.ts';
import { describeBreak, fetchFeed } from '#domain/imports/feeds-by-url/fetch-feed.ts';
import type { Import } from '#domain/imports/imports.ts';
import { describeSource, isMapped } from '#domain/imports/preview-feed.ts';
import { receiveFeed } from '#domain/imports/received-feeds.ts';
import { addSource, deleteSource, emptySettings, findSource } from '#domain/imports/sources.ts';
import { loadConfig } from '#server/config.ts';

/** The feed that the command line names. */
export interface OpenedFeed {
  /** The name shown to people. */
  name: string;
  kind: 'file' | 'url' | 'stdin';
  /** Files can be read repeatedly. Aborting throws the reason of the stop signal. */
  bytes: () => AsyncIterable<Uint8Array>;
}

async function* untilStopped(signal: AbortSignal, open: () => AsyncIterable<Uint8Array>) {
  try {
    yield* open();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

const openUrl = (url: string, signal: AbortSignal): OpenedFeed => {
  const { siteUrl, fetchAllow } = loadConfig();
  const fetchStream = createFetchStream({ siteUrl, allow: fetchAllow });
  const fetched = async function* () {
    const feed = { url, etag: null, lastModified: null };
    let close = () => {};
    try {
      const answer = await fetchFeed(fetchStream, feed, undefined, { now: () => new Date(), signal });
      if (!answer) return;
      close = answer.close;
      yield* answer.body;
    } catch (error) {
      throw new ValidationError(`The feed could not be fetched. ${describeBreak(error as Error, { url })}`);
    } finally {
      close();
    }
  };
  return { name: url, kind: 'url', bytes: () => untilStopped(signal, fetched) };
};

/** Called before the database is opened, so that a wrong path fails immediately. */
export const openFeed = async (path: string, signal: AbortSignal): Promise<OpenedFeed> => {
  const read = (stream: Readable) => untilStopped(signal, () => addAbortSignal(signal, stream));
  if (path === '-') return { name: 'standard input', kind: 'stdin', bytes: () => read(process.stdin) };
  if (/^https?:\/\//i.test(path)) return openUrl(path, signal);
  const found = await stat(path).catch((error: Error) => {
    throw new NotFoundError(`${path} could not be read: ${error.message}.`);
  });
  if (found.isDirectory()) throw new ValidationError(`${path} is a folder.`);
  await access(path, constants.R_OK).catch((error: Error) => {
    throw new ValidationError(`${path} could not be read: ${error.message}.`);
  });
  // A named pipe, such as of the shell's <(…), can be read only once.
  const kind = found.isFile() ? 'file' : 'stdin';
  return { name: basename(path), kind, bytes: () => read(createReadStream(path)) };
};

/** Adds the current settings of the source. For a new source, they are guessed from the feed. */
export const withSettings = async (db: Db, received: Import): Promise<Import> => {
  const settings = await describeSource(db, commandLine, received.id);
  if (!isMapped(received.settings)) {
    console.log(`“${received.source}” is a new source. Its columns were recognized as:`);
    for (const [field, { columns }] of Object.entries(settings.mapping))
      console.log(`  ${field}: ${columns.join(', ')}`);
  }
  return { ...received, settings };
};

/** Stores a feed as an import of a source, creating the source if necessary. Cleans up if the feed cannot be read. */
export const receiveNamed = async (db: Db, sourceName: string, feed: OpenedFeed): Promise<Import> => {
  const known = await findSource(db, sourceName);
  const source = known ?? (await addSource(db, commandLine, { name: sourceName, settings: emptySettings }));
  let received: Import | undefined;
  try {
    const bytes = feed.bytes();
    received = await receiveFeed(db, commandLine, {
      sourceId: source.id,
      origin: 'command',
      fileName: feed.name,
      bytes,
    });
    return await withSettings(db, received);
  } catch (error) {
    if (received) await discardImport(db, received.id);
    if (!known) await deleteSource(db, commandLine, source.id, undefined);
    throw error;
  }
};
