import type { Db } from '#db/database.ts';
import { commandLine } from '#domain/audit/record-change.ts';
import { defaultRules, defaultSettings } from '#domain/imports/default-settings.ts';
import type { Import } from '#domain/imports/imports.ts';
import { previewFeed } from '#domain/imports/preview-feed.ts';
import { receiveFeed } from '#domain/imports/receive-feed.ts';
import { addSource, deleteSource, findSource, type ImportSource, updateSource } from '#domain/imports/sources.ts';

/** A feed, and the name that people know it by. */
export interface NamedFeed {
  name: string;
  bytes: () => AsyncIterable<Uint8Array>;
}

const receive = (db: Db, source: ImportSource, { name, bytes }: NamedFeed): Promise<Import> =>
  receiveFeed(db, commandLine, { sourceId: source.id, origin: 'command', fileName: name, bytes: bytes() });

/** A source that nobody has described yet: what its feed looks like is guessed. */
const receiveFirst = async (db: Db, name: string, feed: NamedFeed): Promise<Import> => {
  const unknown = defaultSettings({ kind: 'jsonl', encoding: 'utf-8' }, {});
  const source = await addSource(db, commandLine, { name, settings: unknown });
  try {
    const received = await receive(db, source, feed);
    const { format, mapping } = await previewFeed(db, received.id, { rules: defaultRules });
    const settings = defaultSettings(format, mapping);
    await updateSource(db, commandLine, source.id, { settings }, undefined);
    console.log(`“${name}” is a new source. Its columns were taken for:`);
    for (const [field, { columns }] of Object.entries(mapping)) console.log(`  ${field}: ${columns.join(', ')}`);
    return { ...received, settings };
  } catch (error) {
    await deleteSource(db, commandLine, source.id, undefined).catch(() => {});
    throw error;
  }
};

/** Stores a feed as an import of a source, which it creates if need be. */
export const receiveNamed = async (db: Db, sourceName: string, feed: NamedFeed): Promise<Import> => {
  const source = await findSource(db, sourceName);
  return source ? receive(db, source, feed) : receiveFirst(db, sourceName, feed);
};
