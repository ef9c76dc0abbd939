import { type Columns, termsAt } from './columns.ts';
import { kindCode, termKinds } from './term-kinds.ts';
import type { Terms } from './terms.ts';

const [tag, performer] = [kindCode('tag'), kindCode('performer')];

/** Counts a video's tags and performers anew. */
export const countNames = (columns: Columns, terms: Terms, ordinal: number): void => {
  const kinds = termKinds(terms);
  let [tags, performers] = [0, 0];
  for (const id of termsAt(columns, ordinal)) {
    if (kinds[id] === tag) tags++;
    else if (kinds[id] === performer) performers++;
  }
  columns.tagCounts[ordinal] = tags;
  columns.performerCounts[ordinal] = performers;
};
