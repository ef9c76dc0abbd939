import type { ImportSettings } from '#contract/values/imports.ts';
import { createCells } from '../mapping/cells.ts';
import { createMapper, type Mapper } from '../mapping/create-mapper.ts';
import type { PartnerFinder } from '../posts/find-partner.ts';
import { createNameIds, type NameIds } from '../posts/name-ids.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { hashSettings } from '../row-hashes.ts';
import { RowProblem } from '../row-problem.ts';
import { SeenHashes, SeenIds } from '../seen-items.ts';
import { RowSet } from './unchanged-rows.ts';

/** One way through a feed, be it a dry run or the run itself. */
export interface Pass {
  importId: number;
  sourceId: number;
  settings: ImportSettings;
  settingsHash: Buffer;
  /** Whether it is a catalogue that the operator has exported: its posts may share a link, so only the same id makes the same post. */
  isOwnCatalogue: boolean;
  map: Mapper;
  partnerOf: PartnerFinder;
  nameIds: NameIds;
  /** The source's id of a row, also of one that cannot become a post; blank without. */
  itemIdOf: (columns: FeedColumns | RowProblem) => string;
  /** Posts whose items the feed has had so far. */
  seenPosts: SeenIds;
  /** Keys and links of items that the feed has had so far and that have no post yet. */
  seenHashes: SeenHashes;
  /** Rows so far that are as they were. */
  unchangedRows: RowSet;
  /** Rows so far that could not be read, so that nobody knows whose they are. */
  lostRows: number;
}

const idReader = ({ mapping }: ImportSettings): Pass['itemIdOf'] => {
  const cells = createCells(mapping);
  return (columns) => (columns instanceof RowProblem ? '' : cells.text(columns, 'itemId').trim());
};

interface StartedPass {
  importId: number;
  sourceId: number;
  settings: ImportSettings;
  isOwnCatalogue: boolean;
  partnerOf: PartnerFinder;
}

export const startPass = ({ importId, sourceId, settings, isOwnCatalogue, partnerOf }: StartedPass): Pass => ({
  itemIdOf: idReader(settings),
  importId,
  sourceId,
  settings,
  isOwnCatalogue,
  partnerOf,
  nameIds: createNameIds(),
  settingsHash: hashSettings(settings),
  map: createMapper(settings.mapping, settings.rules, { isOwnCatalogue }),
  seenPosts: new SeenIds(),
  seenHashes: new SeenHashes(),
  unchangedRows: new RowSet(),
  lostRows: 0,
});
