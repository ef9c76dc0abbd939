import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Category } from '#contract/values/categories.ts';
import {
  otherSearchedTexts,
  type PostText,
  type PostTexts,
  postFields,
  postTexts,
} from '#contract/values/post-fields.ts';
import { visibleSql } from '#domain/visibility.ts';
import type { YieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import type { NameAlias, NameKind } from './terms.ts';

/** A row of COPY's binary format, with fields numbered from 0. The next row overwrites it. */
interface CopyRow {
  /** A smallint, integer or bigint. */
  integer: (field: number) => number;
  /** A double precision. */
  float: (field: number) => number;
  text: (field: number) => string;
  isNull: (field: number) => boolean;
  /** The bytes of this field and all that follow, each after its length (32 bits, -1 for null). */
  bytesFrom: (field: number) => Buffer;
}

/** The signature, the flags and the length of a header extension that no server sends. */
const headerBytes = 19;
const endOfData = -1;
const maxFields = 32;

const createParser = () => {
  const starts = new Int32Array(maxFields);
  const lengths = new Int32Array(maxFields);
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  let isAfterHeader = false;

  const row: CopyRow = {
    integer: (field) => {
      const start = starts[field] as number;
      if (lengths[field] === 8) return bytes.readInt32BE(start) * 2 ** 32 + bytes.readUInt32BE(start + 4);
      return lengths[field] === 4 ? bytes.readInt32BE(start) : bytes.readInt16BE(start);
    },
    float: (field) => bytes.readDoubleBE(starts[field]),
    text: (field) => bytes.toString('utf8', starts[field], (starts[field] as number) + (lengths[field] as number)),
    isNull: (field) => lengths[field] === -1,
    bytesFrom: (field) => bytes.subarray((starts[field] as number) - 4, at),
  };

  /** Parses the next row. Returns false if it hasn't arrived completely. */
  const next = (): boolean => {
    if (!isAfterHeader) {
      if (bytes.length < headerBytes) return false;
      at = headerBytes;
      isAfterHeader = true;
    }
    if (at + 2 > bytes.length) return false;
    const fields = bytes.readInt16BE(at);
    if (fields === endOfData) return false;
    let position = at + 2;
    for (let field = 0; field < fields; field++) {
      if (position + 4 > bytes.length) return false;
      const length = bytes.readInt32BE(position);
      starts[field] = position + 4;
      lengths[field] = length;
      position += 4 + Math.max(0, length);
    }
    if (position > bytes.length) return false;
    at = position;
    return true;
  };

  return {
    row,
    next,
    add: (chunk: Buffer) => {
      bytes = at < bytes.length ? Buffer.concat([bytes.subarray(at), chunk]) : chunk;
      at = 0;
    },
  };
};

/** Streams a query's rows, and yields to the event loop between chunks. A failure ends the connection. */
export const eachRow = async (
  client: pg.Client,
  query: string,
  yieldToEventLoop: YieldToEventLoop,
  onRow: (row: CopyRow) => void,
) => {
  const parser = createParser();
  const rows = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
  // The stream itself would never end if the connection closes first.
  const end = () => rows.destroy(new Error('The connection to the database was lost'));
  client.once('end', end);
  try {
    for await (const chunk of rows) {
      parser.add(chunk as Buffer);
      while (parser.next()) onRow(parser.row);
      await yieldToEventLoop();
    }
  } catch (error) {
    // The rest of the copy is unread, so later queries on this connection would never be answered.
    void client.end();
    throw error;
  } finally {
    client.off('end', end);
  }
};

/** The part of a video that is stored in its record. Views, tags and performers are in memory instead. */
export interface VideoOfRecord extends PostTexts {
  id: number;
  version: number;
  publishedAt: Date;
  minutes: number | null;
  category: Category;
  imageUrl: string;
  link: string;
  iframeUrl: string;
  previewUrls: string[];
  links: string[];
  deadLinks: string[];
}

/** The columns of a record, in the order in which `decodeRecord` reads them and `eachVideo` numbers them. */
export const recordSql = `v.id, v.version, (extract(epoch from v.published_at) * 1000)::float8, v.minutes, v.category,
  v.image_url, v.link, v.iframe_url, array_to_json(v.preview_urls), array_to_json(v.links), array_to_json(v.dead_links),
  ${postTexts.map((name) => `v.${postFields[name].column}`).join(', ')}`;

const urlsOf = (json: string): string[] => (json === '[]' ? [] : JSON.parse(json));

/** Records are rows in COPY's binary format, exactly as PostgreSQL sent them, so storing them needs no encoding. */
export const decodeRecord = (bytes: Buffer): VideoOfRecord => {
  let at = 0;
  const next = () => {
    const length = bytes.readInt32BE(at);
    const start = at + 4;
    at = start + Math.max(0, length);
    return length === -1 ? undefined : start;
  };
  const integer = () => {
    const start = next();
    return start === undefined ? null : bytes.readInt32BE(start);
  };
  const text = () => {
    const start = next() ?? at;
    return bytes.toString('utf8', start, at);
  };
  const idStart = next() ?? 0;
  const id = bytes.readInt32BE(idStart) * 2 ** 32 + bytes.readUInt32BE(idStart + 4);
  const version = integer() ?? 0;
  const publishedAt = new Date(bytes.readDoubleBE(next()));
  const minutes = integer();
  // Each call reads the next column, so the properties must stay in this order.
  const own: Omit<VideoOfRecord, PostText> = {
    id,
    version,
    publishedAt,
    minutes,
    category: text() as Category,
    imageUrl: text(),
    link: text(),
    iframeUrl: text(),
    previewUrls: urlsOf(text()),
    links: urlsOf(text()),
    deadLinks: urlsOf(text()),
  };
  const video = own as VideoOfRecord;
  for (const name of postTexts) video[name] = text();
  return video;
};

/** The host of a link without `www.` and the like. Empty for other URLs. Must match link_host() in the database. */
export const linkHostOf = (link: string): string => {
  const host = /^https?:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(link)?.[1]?.toLowerCase() ?? '';
  return host.replace(/^(www|m|mobile)\./, '');
};

export interface VideoRow {
  id: number;
  /** Milliseconds since 1970. */
  publishedAt: number;
  views: number;
  minutes: number | null;
  category: string;
  title: string;
  /** The searched texts besides the title. */
  otherTexts: string[];
  /** Seconds since 1970. */
  updatedAt: number;
  partner: number | null;
  /** The admin who added it. */
  by: number | null;
  hasImage: boolean;
  /** Host of the link. Empty without a link. */
  host: string;
  /** Other hosts among its further links. */
  otherHosts: string[];
  isDead: boolean;
  /** The parts of its source and consent records (`video_records`) that are filled in, as bits. */
  recordsPresent: number;
  /** The bytes to store. The next row overwrites them. */
  record: Buffer;
}

/** Columns that are not part of the record. */
const indexOnlySql = `coalesce(w.total, 0)::bigint, extract(epoch from v.updated_at)::float8, v.partner_id, v.created_by,
  coalesce(r.present, 0)::integer`;
/** Field numbers in the rows of `eachVideo`. */
const fields = {
  views: 0,
  updatedAt: 1,
  partner: 2,
  by: 3,
  present: 4,
  id: 5,
  publishedAt: 7,
  minutes: 8,
  category: 9,
};
const textFields = { imageUrl: 10, link: 11, links: 14, deadLinks: 15 };
const firstText = 16;
const fieldOfText = (name: PostText) => firstText + postTexts.indexOf(name);
const titleField = fieldOfText('title');
const otherTextFields = otherSearchedTexts.map(fieldOfText);

const otherHostsOf = (links: string, host: string) =>
  links === '[]' ? [] : [...new Set(urlsOf(links).map(linkHostOf))].filter((other) => other !== host && other !== '');

/** Streams indexed videos in publication order. */
export const eachVideo = (
  client: pg.Client,
  condition: string,
  yieldToEventLoop: YieldToEventLoop,
  onVideo: (row: VideoRow) => void,
) => {
  const query = `
    select ${indexOnlySql}, ${recordSql}
    from videos v left join video_views w on w.video_id = v.id left join video_records r on r.video_id = v.id
    where ${visibleSql('v')} and ${condition} order by v.published_at, v.id`;
  return eachRow(client, query, yieldToEventLoop, (row) => {
    const link = row.text(textFields.link);
    const host = linkHostOf(link);
    onVideo({
      id: row.integer(fields.id),
      publishedAt: row.float(fields.publishedAt),
      views: row.integer(fields.views),
      minutes: row.isNull(fields.minutes) ? null : row.integer(fields.minutes),
      category: row.text(fields.category),
      title: row.text(titleField),
      otherTexts: otherTextFields.map(row.text),
      updatedAt: Math.floor(row.float(fields.updatedAt)),
      partner: row.isNull(fields.partner) ? null : row.integer(fields.partner),
      by: row.isNull(fields.by) ? null : row.integer(fields.by),
      hasImage: row.text(textFields.imageUrl) !== '',
      host,
      otherHosts: otherHostsOf(row.text(textFields.links), host),
      isDead: link !== '' && urlsOf(row.text(textFields.deadLinks)).includes(link),
      recordsPresent: row.integer(fields.present),
      record: row.bytesFrom(fields.id),
    });
  });
};

/** Excludes retired, deleted and blocked names. */
export const namesSql: Record<NameKind, string> = {
  tag: 'select id as key, slug, name from tags where retired_at is null',
  performer:
    'select id as key, slug, name from performers where retired_at is null and deleted_at is null and blocked_at is null',
};

/** The aliases of all names, or of those with the given keys, by the name's key. */
export const readAliases = async (
  client: pg.Client,
  kind: NameKind,
  keys?: readonly number[],
): Promise<Map<number, NameAlias[]>> => {
  const { rows } = await client.query<NameAlias & { key: number }>(
    `select name_id as key, slug, name from ${kind}_aliases
     where $1::integer[] is null or name_id = any($1) order by slug collate "C"`,
    [keys],
  );
  const byKey = new Map<number, NameAlias[]>();
  for (const { key, slug, name } of rows) byKey.set(key, [...(byKey.get(key) ?? []), { slug, name }]);
  return byKey;
};
