import type { Duration } from '#contract/values/narrowing.ts';
import { assembleCatalogue, type Catalogue } from './catalogue.ts';
import { type Columns, termsAt } from './columns.ts';
import type { Cursor, IndexState } from './index-state.ts';
import { ordinalsOf } from './ordinals.ts';
import { type OnWriteError, openRecordFile, type RecordFileInfo } from './record-files.ts';
import { readSnapshotFile, UnusableSnapshotError, writeSnapshotFile } from './snapshot-file.ts';
import {
  addUnnamedTerm,
  categoryTerm,
  durationTerm,
  type NameAlias,
  newTerms,
  putName,
  type Terms,
  type Trait,
  titleLengthTerm,
  traitTerm,
  wordTerm,
} from './terms.ts';
import { createYieldToEventLoop, type YieldToEventLoop, yieldEvery } from './yield-to-event-loop.ts';

/** Increase it whenever the layout or the definition of a word changes. */
const format = 9;

type Label =
  | ['word', string]
  | ['category', string]
  | ['duration', Duration]
  | ['titleLength', number]
  | ['trait', Trait]
  | ['tag' | 'performer', number, string, string, readonly NameAlias[]]
  | ['gone'];

interface Header {
  format: number;
  cursor: Cursor;
  viewsAt: number;
  size: number;
  links: number;
  /** The record file that the positions belong to. */
  records: RecordFileInfo;
  labels: Label[];
}

const labelsOf = (terms: Terms): Label[] =>
  terms.all.map((term): Label => {
    if (term.kind === 'word') return ['word', term.word];
    if (term.kind === 'category') return ['category', term.category];
    if (term.kind === 'duration') return ['duration', term.duration];
    if (term.kind === 'titleLength') return ['titleLength', term.length];
    if (term.kind === 'trait') return ['trait', term.trait];
    const present = terms[term.kind].byKey.get(term.key) === term;
    return present ? [term.kind, term.key, term.slug, term.name, term.aliases] : ['gone'];
  });

/** Restores each term under its old id. Names come second, because they refer to words. */
const termsFrom = async (labels: Label[], yieldToEventLoop: YieldToEventLoop): Promise<Terms> => {
  const terms = newTerms();
  for (const [at, [kind, label]] of labels.entries()) {
    if (kind === 'word') wordTerm(terms, label);
    else if (kind === 'category') categoryTerm(terms, label);
    else if (kind === 'duration') durationTerm(terms, label);
    else if (kind === 'titleLength') titleLengthTerm(terms, label);
    else if (kind === 'trait') traitTerm(terms, label);
    else if (kind === 'gone') addUnnamedTerm(terms, 'tag', Number.NaN);
    else terms[kind].byKey.set(label, addUnnamedTerm(terms, kind, label));
    if (at % 1_000 === 0) await yieldToEventLoop();
  }
  for (const [kind, key, slug, name, aliases] of labels) {
    if (kind === 'tag' || kind === 'performer') putName(terms, kind, { key, slug, name, aliases });
  }
  if (terms.all.length !== labels.length) throw new UnusableSnapshotError('The snapshot is inconsistent');
  return terms;
};

const allocate = (size: number, links: number) => ({
  ids: new Float64Array(size),
  publishedAt: new Float64Array(size),
  views: new Float64Array(size),
  starts: new Uint32Array(size),
  lengths: new Uint32Array(size),
  records: new Uint32Array(size),
  updatedAt: new Uint32Array(size),
  links: new Uint32Array(links),
  minutes: new Uint16Array(size),
});

/** The columns without holes and unused entries. Withheld videos may be taken out meanwhile, so they may end up shorter. */
const compact = async ({ columns, live }: Catalogue, yieldToEventLoop: YieldToEventLoop) => {
  const parts = allocate(live.size, columns.linksUsed - columns.linksWasted);
  let at = 0;
  let start = 0;
  for (let ordinal = 0; ordinal < columns.size; ordinal++) {
    if (ordinal % yieldEvery === 0) await yieldToEventLoop();
    if (!live.has(ordinal)) continue;
    const terms = termsAt(columns, ordinal);
    parts.ids[at] = columns.ids[ordinal] as number;
    parts.publishedAt[at] = columns.publishedAt[ordinal] as number;
    parts.views[at] = columns.views[ordinal] as number;
    parts.minutes[at] = columns.minutes[ordinal] as number;
    parts.updatedAt[at] = columns.updatedAt[ordinal] as number;
    parts.records[at] = columns.records[ordinal] as number;
    parts.starts[at] = start;
    parts.lengths[at++] = terms.length;
    parts.links.set(terms, start);
    start += terms.length;
  }
  const trimmed = Object.entries(parts).map(([name, part]) => part.subarray(0, name === 'links' ? start : at));
  return { size: at, links: start, parts: trimmed };
};

export const writeSnapshot = async (path: string, { catalogue, cursor, viewsAt }: IndexState): Promise<void> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const { size, links, parts } = await compact(catalogue, yieldToEventLoop);
  const labels = labelsOf(catalogue.terms);
  const { name, bytes, builtBytes } = catalogue.records;
  // Otherwise, after a power failure, the snapshot could name records that are not there.
  await catalogue.records.sync();
  const header: Header = { format, cursor, viewsAt, size, links, records: { name, bytes, builtBytes }, labels };
  await writeSnapshotFile(path, header, parts, yieldToEventLoop);
};

const layOut = ({ size, links }: Header, bytes: number) => {
  if (bytes !== size * 42 + links * 4) throw new UnusableSnapshotError('The snapshot is damaged');
  return allocate(size, links);
};

/** Throws if the file or its record file is missing, damaged or of another format. */
export const readSnapshot = async (
  path: string,
  onWriteError: OnWriteError,
  signal: AbortSignal,
): Promise<IndexState> => {
  const yieldToEventLoop = createYieldToEventLoop(signal);
  let header: Header | undefined;
  const parts = await readSnapshotFile(
    path,
    (read, bytes) => {
      header = read as Header;
      if (header.format !== format) throw new UnusableSnapshotError('The snapshot has another format');
      return layOut(header, bytes);
    },
    yieldToEventLoop,
  );
  const { labels, cursor, viewsAt, size, links, records: recordFile } = header as Header;
  const terms = await termsFrom(labels, yieldToEventLoop);
  const counts = { tagCounts: new Uint16Array(size), performerCounts: new Uint16Array(size) };
  const columns: Columns = { size, ...parts, ...counts, linksUsed: links, linksWasted: 0 };
  const ordinals = await ordinalsOf(columns, yieldToEventLoop);
  const records = await openRecordFile(path, recordFile, onWriteError);
  try {
    const catalogue = await assembleCatalogue(columns, ordinals, terms, records, yieldToEventLoop);
    return { catalogue, cursor, viewsAt };
  } catch (error) {
    await records.close();
    throw error;
  }
};
