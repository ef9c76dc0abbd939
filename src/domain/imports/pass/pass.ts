import type { ImportSettings } from '#contract/values/imports.ts';
import { createMapper, type Mapper } from '../mapping/create-mapper.ts';
import { hashSettings } from '../row-hashes.ts';
import { SeenHashes, SeenIds } from '../seen-items.ts';

/** One way through a feed, be it a dry run or the run itself. */
export interface Pass {
  importId: number;
  sourceId: number;
  settings: ImportSettings;
  settingsHash: Buffer;
  map: Mapper;
  /** Posts whose items the feed has had so far. */
  seenPosts: SeenIds;
  /** Keys and links of items that the feed has had so far and that have no post yet. */
  seenHashes: SeenHashes;
}

export const startPass = (importId: number, sourceId: number, settings: ImportSettings): Pass => ({
  importId,
  sourceId,
  settings,
  settingsHash: hashSettings(settings),
  map: createMapper(settings.mapping, settings.rules),
  seenPosts: new SeenIds(),
  seenHashes: new SeenHashes(),
});
