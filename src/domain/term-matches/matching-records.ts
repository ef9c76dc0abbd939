import type { MatchedKind } from '#contract/values/matched-kinds.ts';
import type { Db } from '#db/database.ts';
import { refusalByTerms } from '#domain/listing-rules/find-prohibited-terms.ts';
import { readMatcher } from '#domain/listing-rules/stored-matcher.ts';
import { listedRecords } from './listed-records.ts';

/** The records of a kind among the next ones that contain a prohibited term: they were listed before it was prohibited. */
export const matchingRecords = async (db: Db, kind: MatchedKind, after: number) => {
  const matcher = await readMatcher(db);
  const { listed, next } = await listedRecords(db, kind, after);
  const records = listed.flatMap(({ listing, tab }) => {
    const refusal = refusalByTerms(matcher, listing);
    return refusal ? [{ id: listing.id, name: listing.name, tab, sentence: refusal.sentence }] : [];
  });
  return { records, next };
};
