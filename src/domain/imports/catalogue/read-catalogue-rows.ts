import { inBlocks } from '../reading/blocks.ts';
import { decompress } from '../reading/compression/decompress.ts';
import { defaultFeedLimits } from '../reading/feed-limits.ts';
import { columnsOfJson } from '../reading/formats/json/json-columns.ts';
import { parseJson } from '../reading/formats/json/parse-json.ts';
import { createLineSplitter } from '../reading/formats/split-lines.ts';
import type { RawRow } from '../reading/formats/splitter.ts';
import { RowProblem } from '../row-problem.ts';
import { type CatalogueRow, catalogueRowOf } from './catalogue-row.ts';

const newline = 0x0a;

const rowOf = ({ bytes, problem }: RawRow): CatalogueRow | undefined => {
  if (problem !== undefined) return undefined;
  const parsed = parseJson(bytes.toString('utf8'));
  if (parsed instanceof RowProblem) return undefined;
  return catalogueRowOf(columnsOfJson(parsed.value, defaultFeedLimits.columns));
};

/** The lines with which an exported catalogue begins, up to the first post. Of other feeds, one block is read. */
export async function* readCatalogueRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CatalogueRow[]> {
  const splitter = createLineSplitter(newline, defaultFeedLimits.rowBytes);
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of inBlocks(decompress(bytes, defaultFeedLimits))) {
    const given = rest.length === 0 ? block : Buffer.concat([rest, block]);
    const lines: RawRow[] = [];
    rest = given.subarray(splitter.split(given, false, (line) => lines.push(line)));
    const rows: CatalogueRow[] = [];
    let isPost = false;
    for (const line of lines) {
      const row = rowOf(line);
      isPost = row === undefined;
      if (row === undefined) break;
      rows.push(row);
    }
    if (rows.length > 0) yield rows;
    if (isPost) return;
  }
  const last = rest.length === 0 ? undefined : rowOf({ bytes: rest });
  if (last) yield [last];
}
