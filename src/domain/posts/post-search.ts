import { sql } from 'kysely';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { hasLink, imageForms } from '#domain/catalogue/links.ts';

/** What the text of a search box asks for. */
export interface PostSearch {
  /** Words of titles, tags and performers; empty if it asks for posts by address or number only. */
  words: string;
  /** The posts it asks for, whatever their state, also deleted ones. Undefined if it asks for words. */
  ids?: number[];
  /** The number of a post that it may ask for as well. */
  number?: number;
}

/** More posts with the same link or picture than an operator would go through one by one. */
const maxWithAddress = 1_000;
const maxElsewhere = 20;

const numberIn = (text: string): number | undefined => {
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** A full URL, a host and path without the scheme, or a path on this site. */
const isAddress = (text: string) =>
  /^[<"'“]?(https?:\/\/|[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+(:\d+)?\/|\/)\S*$/iu.test(text);

const postsWithAddress = async (db: Db, text: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where ${hasLink(text)}
    union select id from videos where image_url = any(${imageForms(text)}::text[])
    order by id desc limit ${maxWithAddress}`.execute(db);
  return rows.map(({ id }) => id);
};

/** The number in the address of a post's page on this site. */
const numberInPath = (text: string): number | undefined => {
  const digits = /\/video\/(\d{1,15})(?![^-/?#])/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

export const readSearch = async (db: Db, text: string): Promise<PostSearch> => {
  const number = numberIn(text);
  if (number !== undefined) return text.startsWith('#') ? { words: '', ids: [number] } : { words: text, number };
  if (!isAddress(text)) return { words: text };
  const ids = await postsWithAddress(db, text);
  const own = ids.length === 0 ? numberInPath(text) : undefined;
  return { words: '', ids: own === undefined ? ids : [own] };
};

/** Those of the posts that a search asks for by address or number which are not in the list of this state. */
export const findElsewhere = async (db: Db, { ids = [], number }: PostSearch, state: PostState): Promise<number[]> => {
  const wanted = number === undefined ? ids : [number];
  if (wanted.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from videos where id = any(${sql.val(wanted)}::bigint[]) and (state <> ${state} or deleted_at is not null)
    order by id desc limit ${maxElsewhere}`.execute(db);
  return rows.map(({ id }) => id);
};
