import { sql } from 'kysely';
import type { PostFilter, PostSort, SortDirection } from '#contract/values/post-filter.ts';
import type { Db } from '#db/database.ts';
import { parseSearch, type Search, wordsOf } from '#domain/search/index/text.ts';
import { compareWords, sortedWords } from '#domain/search/index/title-order.ts';
import { filterSql } from './filter-sql.ts';
import type { PostSearch } from './post-search.ts';
import { sortSql } from './sort-sql.ts';

interface Row {
  id: number;
  title: string;
  names: string;
}

/** All words must be in the title or, unless only titles count, in the names; the last one may be unfinished. */
const matches = ({ title, names }: Row, { words, isLastPrefix, titleOnly }: Search): boolean => {
  const present = [...new Set(wordsOf(titleOnly ? title : `${title} ${names}`))];
  return words.every((word, at) => {
    const isPrefix = isLastPrefix && at === words.length - 1;
    return present.some((each) => (isPrefix ? each.startsWith(word) : each === word));
  });
};

const searched = (rows: Row[], { words, number }: PostSearch): Row[] => {
  const search = parseSearch(words);
  if (!search) return rows;
  return rows.filter((row) => row.id === number || (search.words.length > 0 && matches(row, search)));
};

const sortedByTitle = (rows: Row[], direction: SortDirection): Row[] => {
  const titled = rows.map((row) => ({ row, words: [...new Set(wordsOf(row.title))].slice(0, sortedWords) }));
  const sign = direction === 'asc' ? 1 : -1;
  return titled.sort((a, b) => sign * compareWords(a.words, b.words)).map(({ row }) => row);
};

const namesSql = sql<string>`coalesce((
    select string_agg(t.name || ' ' || t.slug, ' ') from video_tags vt join tags t on t.id = vt.tag_id where vt.video_id = v.id), '')
  || ' ' || coalesce((
    select string_agg(p.name || ' ' || p.slug, ' ') from video_performers vp join performers p on p.id = vp.performer_id
    where vp.video_id = v.id and p.deleted_at is null), '')`;

/** Drafts and scheduled posts, which the index does not have: there are few of them. */
export const findUnpublished = async (
  db: Db,
  filter: PostFilter,
  search: PostSearch,
  { sort, direction }: { sort: PostSort; direction: SortDirection },
): Promise<number[]> => {
  const { rows } = await sql<Row>`
    select v.id, v.title, ${search.words === '' ? sql`''` : namesSql} as names from videos v
    where ${filterSql(filter)} ${search.ids ? sql`and v.id = any(${sql.val(search.ids)}::bigint[])` : sql``}
    order by ${sortSql(sort, direction)}`.execute(db);
  const found = searched(rows, search);
  return (sort === 'title' ? sortedByTitle(found, direction) : found).map(({ id }) => id);
};
