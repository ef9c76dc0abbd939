import { sql } from 'kysely';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { hasLink, imageForms } from '#domain/catalogue/links.ts';

/** A parsed search of the list of posts. */
export interface PostSearch {
  /** Words of titles, tags and performers. Empty if the text is a URL or `#` with a number. */
  words: string;
  /** Posts with the URL or number, in any state and also deleted. Undefined for a search by words. */
  ids?: number[];
  /** Set if the text is a plain number: words in titles, or the number of a post. */
  number?: number;
}

const maxWithUrl = 1_000;
const maxElsewhere = 20;

const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** A full URL, a host and path without the scheme, or a path on this site. */
const isUrlOrPath = (text: string) =>
  /^[<"'“]?(https?:\/\/|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d+)?\/|\/)\S*$/iu.test(text);

const postsWithUrl = async (db: Db, text: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where ${hasLink(text)}
    union select id from videos where image_url = any(${imageForms(text)}::text[])
    order by id desc limit ${maxWithUrl}`.execute(db);
  return rows.map(({ id }) => id);
};

/** The number in the URL of a post's page on this site. */
const numberInPath = (text: string): number | undefined => {
  const digits = /\/video\/(\d{1,15})(?![^-/?#])/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

export const readSearch = async (db: Db, text: string): Promise<PostSearch> => {
  const number = numberIn(text);
  if (number !== undefined) return text.startsWith('#') ? { words: '', ids: [number] } : { words: text, number };
  if (!isUrlOrPath(text)) return { words: text };
  const ids = await postsWithUrl(db, text);
  const own = ids.length === 0 ? numberInPath(text) : undefined;
  return { words: '', ids: own === undefined ? ids : [own] };
};

/** Posts that a search finds by URL or number but that are deleted or in another state. */
export const findElsewhere = async (db: Db, { ids = [], number }: PostSearch, state: PostState): Promise<number[]> => {
  const candidates = number === undefined ? ids : [number];
  if (candidates.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from videos where id = any(${sql.val(candidates)}::bigint[]) and (state <> ${state} or deleted_at is not null)
    order by id desc limit ${maxElsewhere}`.execute(db);
  return rows.map(({ id }) => id);
};
