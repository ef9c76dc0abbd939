import { type CatalogueKind, catalogueVersion, kindKey } from '#contract/values/catalogue-file.ts';
import type { Db } from '#db/database.ts';
import { everyName } from '#domain/exports/exported-names.ts';
import { everyPartner } from '#domain/exports/exported-partners.ts';
import { everyPost } from '#domain/exports/exported-posts.ts';
import { fileOf } from '../http/exported-list.ts';
import { postFile, toNetwork, toStar, toTag } from './exported.ts';

const lineOf = (kind: CatalogueKind, record: object) => `${JSON.stringify({ [kindKey]: kind, ...record })}\n`;

async function* linesOf<Row>(kind: CatalogueKind, batches: AsyncIterable<Row[]>, toRecord: (row: Row) => object) {
  for await (const rows of batches) yield rows.map((row) => lineOf(kind, toRecord(row))).join('');
}

/** The whole catalogue, what posts refer to first. */
export async function* catalogueFile(db: Db, siteUrl: string): AsyncGenerator<string> {
  yield lineOf('catalogue', { version: catalogueVersion, site: siteUrl, exportedAt: new Date().toISOString() });
  yield* linesOf('network', everyPartner(db), toNetwork);
  yield* linesOf('tag', everyName(db, 'tag'), toTag);
  yield* linesOf('star', everyName(db, 'performer'), toStar);
  yield* fileOf(postFile, 'jsonl', everyPost(db));
}
