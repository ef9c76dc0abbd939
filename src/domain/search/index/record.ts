import type { Category } from '#contract/values/categories.ts';

/** What a record holds of a video. Views and names are not part of it: the index has them in memory. */
export interface RecordedVideo {
  id: number;
  version: number;
  publishedAt: Date;
  minutes: number | null;
  category: Category;
  title: string;
  description: string;
  imageUrl: string;
  altKeywords: string;
  link: string;
  iframeUrl: string;
  previewUrls: string[];
  links: string[];
  deadLinks: string[];
}

/** The columns of a record, in the order in which `decodeRecord` reads them. */
export const recordSql = `v.id, v.version, (extract(epoch from v.published_at) * 1000)::float8, v.minutes, v.category, v.title,
  v.description, v.image_url, v.alt_keywords, v.link, v.iframe_url, array_to_json(v.preview_urls), array_to_json(v.links),
  array_to_json(v.dead_links)`;

export const urlsOf = (json: string): string[] => (json === '[]' ? [] : JSON.parse(json));

/** A record is the row as PostgreSQL sends it in COPY's binary format: nothing has to be encoded when it is stored. */
export const decodeRecord = (bytes: Buffer): RecordedVideo => {
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
  // Properties are evaluated in this order, which is that of the columns.
  return {
    id,
    version,
    publishedAt,
    minutes,
    category: text() as Category,
    title: text(),
    description: text(),
    imageUrl: text(),
    altKeywords: text(),
    link: text(),
    iframeUrl: text(),
    previewUrls: urlsOf(text()),
    links: urlsOf(text()),
    deadLinks: urlsOf(text()),
  };
};
