import type pg from 'pg';
import { type Columns, growIntegers, growShorts, termsAt } from './columns.ts';
import { eachRow } from './copy-stream.ts';
import type { Ordinals } from './ordinals.ts';
import type { NameKind, NameTerm, Terms } from './terms.ts';
import { type YieldToEventLoop, yieldEvery } from './yield-to-event-loop.ts';

interface Links {
  count: number;
  ordinals: Uint32Array<ArrayBuffer>;
  terms: Uint32Array<ArrayBuffer>;
  /** Where the operator has put the name on its video. */
  positions: Uint16Array<ArrayBuffer>;
}

const addLink = (links: Links, ordinal: number, term: number, position: number) => {
  const at = links.count++;
  if (at === links.ordinals.length) {
    // They last only until they are merged, so they may take twice what they need.
    links.ordinals = growIntegers(links.ordinals, 2 * at);
    links.terms = growIntegers(links.terms, 2 * at);
    links.positions = growShorts(links.positions, 2 * at);
  }
  links.ordinals[at] = ordinal;
  links.terms[at] = term;
  links.positions[at] = position;
};

const readLinks = async (
  client: pg.Client,
  kind: NameKind,
  links: Links,
  { terms, ordinals }: { terms: Terms; ordinals: Ordinals },
  yieldToEventLoop: YieldToEventLoop,
) => {
  const { byKey } = terms[kind];
  // Consecutive rows mostly belong to the same video, so look up its ordinal only once.
  let lastVideo = Number.NaN;
  let ordinal: number | undefined;
  const query = `select video_id, ${kind}_id, position from video_${kind}s`;
  await eachRow(client, query, yieldToEventLoop, (row) => {
    const video = row.integer(0);
    if (video !== lastVideo) ordinal = ordinals.get(video);
    lastVideo = video;
    const name = byKey.get(row.integer(1));
    if (ordinal !== undefined && name !== undefined) addLink(links, ordinal, name.id, row.integer(2));
  });
};

/** Merges each video's own terms with its tags and then its performers, both in their given order. */
const mergeLinks = async (own: Columns, terms: Terms, links: Links, yieldToEventLoop: YieldToEventLoop) => {
  const lengths = own.lengths.slice();
  for (let at = 0; at < links.count; at++) {
    const ordinal = links.ordinals[at] as number;
    lengths[ordinal] = (lengths[ordinal] as number) + 1;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  const linksUsed = own.linksUsed + links.count;
  const merged: Columns = {
    ...own,
    starts: new Uint32Array(lengths.length),
    lengths,
    links: new Uint32Array(linksUsed),
    linksUsed,
  };
  const next = new Uint32Array(own.size);
  for (let ordinal = 0, start = 0; ordinal < own.size; ordinal++) {
    merged.starts[ordinal] = start;
    merged.links.set(termsAt(own, ordinal), start);
    next[ordinal] = start + (own.lengths[ordinal] as number);
    start += lengths[ordinal] as number;
    if (ordinal % yieldEvery === 0) await yieldToEventLoop();
  }
  const positions = new Uint16Array(linksUsed);
  /** Whether the name at this place belongs after another of the same video and kind. */
  const isAfter = (at: number, added: NameTerm, position: number) => {
    const term = terms.all[merged.links[at] as number];
    if (term?.kind !== added.kind) return false;
    return (positions[at] as number) > position || term.key > added.key;
  };
  for (let at = 0; at < links.count; at++) {
    const ordinal = links.ordinals[at] as number;
    const [term, position] = [links.terms[at] as number, links.positions[at] as number];
    let to = next[ordinal] as number;
    next[ordinal] = to + 1;
    // The rows of a video nearly always come in the order in which they were written.
    while ((positions[to - 1] as number) >= position && isAfter(to - 1, terms.all[term] as NameTerm, position)) {
      merged.links[to] = merged.links[to - 1] as number;
      positions[to] = positions[to - 1] as number;
      to--;
    }
    merged.links[to] = term;
    positions[to] = position;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  return merged;
};

/** The columns with the tags and performers of all videos. */
export const withLinks = async (
  client: pg.Client,
  own: Columns,
  { terms, ordinals }: { terms: Terms; ordinals: Ordinals },
  yieldToEventLoop: YieldToEventLoop,
): Promise<Columns> => {
  const links: Links = {
    count: 0,
    ordinals: new Uint32Array(0),
    terms: new Uint32Array(0),
    positions: new Uint16Array(0),
  };
  await readLinks(client, 'tag', links, { terms, ordinals }, yieldToEventLoop);
  await readLinks(client, 'performer', links, { terms, ordinals }, yieldToEventLoop);
  return mergeLinks(own, terms, links, yieldToEventLoop);
};
