import type { CatalogueKind } from '#contract/values/catalogue-file.ts';
import type { Db, Tx } from '#db/database.ts';
import { readFeedBytes } from '../feed-chunks.ts';
import type { CatalogueRow } from './catalogue-row.ts';
import { importNames } from './import-names.ts';
import { importNetworks } from './import-networks.ts';
import { readCatalogueRows } from './read-catalogue-rows.ts';

const importRows = async (tx: Tx, rows: readonly CatalogueRow[]): Promise<void> => {
  const of = (kind: CatalogueKind) => rows.filter((row) => row.kind === kind).map(({ columns }) => columns);
  await importNetworks(tx, of('network'));
  await importNames(tx, 'tag', of('tag'));
  await importNames(tx, 'performer', of('star'));
};

interface CatalogueImport {
  db: Db;
  importId: number;
  inTransaction: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

/** Adds the networks, tags and stars of an exported catalogue. What is there already stays, so doing it again is harmless. */
export const importCatalogueRows = async ({ db, importId, inTransaction }: CatalogueImport): Promise<void> => {
  for await (const rows of readCatalogueRows(readFeedBytes(db, importId)))
    await inTransaction((tx) => importRows(tx, rows));
};
