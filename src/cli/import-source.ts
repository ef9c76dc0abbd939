import type { Db } from '#db/database.ts';
import { commandLine } from '#domain/audit/record-change.ts';
import { discardImport } from '#domain/imports/control-imports.ts';
import { emptySettings } from '#domain/imports/default-settings.ts';
import { describeSource, isMapped } from '#domain/imports/describe-source.ts';
import type { Import } from '#domain/imports/imports.ts';
import { receiveFeed } from '#domain/imports/receive-feed.ts';
import { addSource, deleteSource, findSource } from '#domain/imports/sources.ts';
import type { OpenedFeed } from './opened-feed.ts';

/** With the settings that its source has by now. What the feed of a new source looks like is guessed. */
export const withSettings = async (db: Db, received: Import): Promise<Import> => {
  const settings = await describeSource(db, commandLine, received.id);
  if (!isMapped(received.settings)) {
    console.log(`“${received.source}” is a new source. Its columns were taken for:`);
    for (const [field, { columns }] of Object.entries(settings.mapping))
      console.log(`  ${field}: ${columns.join(', ')}`);
  }
  return { ...received, settings };
};

/** Stores a feed as an import of a source, which it creates if need be. Nothing stays of one that cannot be read. */
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
