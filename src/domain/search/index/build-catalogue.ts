import type pg from 'pg';
import { durationOf } from '#contract/values/narrowing.ts';
import { assembleCatalogue, type Catalogue } from './catalogue.ts';
import { appendEntry, type Columns, growIntegers, minutesColumn, newColumns, termsAt } from './columns.ts';
import { eachLine, eachPair, unescapeField } from './copy-stream.ts';
import { namesSql } from './names-sql.ts';
import { type Ordinals, ordinalsOf } from './ordinals.ts';
import { readSynonyms } from './synonyms.ts';
import {
  categoryTerm,
  durationTerm,
  type NameKind,
  type Names,
  newTerms,
  putName,
  type Terms,
  titleLengthTerm,
  wordTerm,
} from './terms.ts';
import { wordsOf } from './text.ts';
import { createYieldToEventLoop, type YieldToEventLoop } from './yield-to-event-loop.ts';

const readNames = async (client: pg.Client, terms: Terms, kind: NameKind, yieldToEventLoop: YieldToEventLoop) => {
  await eachLine(client, namesSql[kind], yieldToEventLoop, (line) => {
    const [key, slug, name] = line.split('\t') as [string, string, string];
    putName(terms, kind, { key: Number(key), slug, name: unescapeField(name) });
  });
};

interface VideoRow {
  title: string;
  category: string;
  minutes: number | null;
}

/** The terms from a video's own row. The words of its title follow each other in its order, each once: phrases need that. */
export const ownTerms = (terms: Terms, { title, category, minutes }: VideoRow): number[] => {
  const words = new Set(wordsOf(title));
  const found = [categoryTerm(terms, category).id, titleLengthTerm(terms, words.size).id];
  const duration = durationOf(minutes);
  if (duration !== undefined) found.push(durationTerm(terms, duration).id);
  for (const word of words) found.push(wordTerm(terms, word).id);
  return found;
};

type VideoFields = [id: string, publishedAt: string, views: string, minutes: string, category: string, title: string];

const readVideos = async (client: pg.Client, terms: Terms, yieldToEventLoop: YieldToEventLoop) => {
  const columns = newColumns(0, 0);
  const query = `
    select v.id, (extract(epoch from v.published_at) * 1000)::bigint, coalesce(w.total, 0), coalesce(v.minutes::text, ''),
      v.category, v.title
    from videos v left join video_views w on w.video_id = v.id
    where v.deleted_at is null order by v.published_at, v.id`;
  await eachLine(client, query, yieldToEventLoop, (line) => {
    const [id, publishedAt, views, length, category, title] = line.split('\t') as VideoFields;
    const minutes = length === '' ? null : Number(length);
    appendEntry(columns, {
      id: Number(id),
      publishedAt: Number(publishedAt),
      views: Number(views),
      minutes: minutesColumn(minutes),
      terms: ownTerms(terms, { title: unescapeField(title), category, minutes }),
    });
  });
  return columns;
};

interface Links {
  count: number;
  ordinals: Uint32Array<ArrayBuffer>;
  terms: Uint32Array<ArrayBuffer>;
}

const readLinks = async (
  client: pg.Client,
  links: Links,
  query: string,
  names: Names,
  ordinals: Ordinals,
  yieldToEventLoop: YieldToEventLoop,
) => {
  // Consecutive rows mostly belong to the same video, so look up its ordinal only once.
  let lastVideo = Number.NaN;
  let ordinal: number | undefined;
  await eachPair(client, query, yieldToEventLoop, (video, key) => {
    if (video !== lastVideo) ordinal = ordinals.get(video);
    lastVideo = video;
    const name = names.byKey.get(key);
    if (ordinal === undefined || name === undefined) return;
    if (links.count === links.ordinals.length) {
      links.ordinals = growIntegers(links.ordinals, links.count + 1);
      links.terms = growIntegers(links.terms, links.count + 1);
    }
    links.ordinals[links.count] = ordinal;
    links.terms[links.count++] = name.id;
  });
};

const yieldEvery = 16_384;

/** Merges each video's own terms with its tags and performers into one forward index. */
const mergeLinks = async (own: Columns, links: Links, yieldToEventLoop: YieldToEventLoop): Promise<Columns> => {
  const lengths = own.lengths.slice();
  for (let at = 0; at < links.count; at++) {
    const ordinal = links.ordinals[at] as number;
    lengths[ordinal] = (lengths[ordinal] as number) + 1;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  const merged: Columns = {
    ...own,
    starts: new Uint32Array(lengths.length),
    lengths,
    links: new Uint32Array(own.linksUsed + links.count),
    linksUsed: own.linksUsed + links.count,
  };
  const next = new Uint32Array(own.size);
  for (let ordinal = 0, start = 0; ordinal < own.size; ordinal++) {
    merged.starts[ordinal] = start;
    merged.links.set(termsAt(own, ordinal), start);
    next[ordinal] = start + (own.lengths[ordinal] as number);
    start += lengths[ordinal] as number;
    if (ordinal % yieldEvery === 0) await yieldToEventLoop();
  }
  for (let at = 0; at < links.count; at++) {
    const ordinal = links.ordinals[at] as number;
    const to = next[ordinal] as number;
    merged.links[to] = links.terms[at] as number;
    next[ordinal] = to + 1;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  return merged;
};

/** Reads the whole catalogue in the client's open transaction. */
export const buildCatalogue = async (client: pg.Client): Promise<Catalogue> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const terms = newTerms();
  await readNames(client, terms, 'tag', yieldToEventLoop);
  await readNames(client, terms, 'performer', yieldToEventLoop);
  const columns = await readVideos(client, terms, yieldToEventLoop);
  const ordinals = await ordinalsOf(columns, yieldToEventLoop);
  const links: Links = { count: 0, ordinals: new Uint32Array(0), terms: new Uint32Array(0) };
  await readLinks(client, links, 'select video_id, tag_id from video_tags', terms.tag, ordinals, yieldToEventLoop);
  await readLinks(
    client,
    links,
    'select video_id, performer_id from video_performers',
    terms.performer,
    ordinals,
    yieldToEventLoop,
  );
  const merged = await mergeLinks(columns, links, yieldToEventLoop);
  const catalogue = await assembleCatalogue(merged, ordinals, terms, yieldToEventLoop);
  catalogue.synonyms = await readSynonyms(client);
  return catalogue;
};
