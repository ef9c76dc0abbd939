import { sql } from 'kysely';
import type { SearchLogOutcome } from '#contract/values/search-log.ts';
import type { Db } from '#db/database.ts';
import { foldSearch } from './fold-search.ts';

export interface SearchesQuery {
  days: number;
  outcome: SearchLogOutcome;
  search: string;
  page: number;
  limit: number;
}

export interface SearchCount {
  text: string;
  count: number;
  found: boolean;
  /** One for each day of the period, oldest first. */
  perDay: number[];
}

interface Row {
  text: string;
  count: number;
  found: boolean;
  /** How many days before today. */
  ages: number[];
  visitors: number[];
  total: number;
}

const perDayOf = ({ ages, visitors }: Row, days: number) => {
  const perDay = Array<number>(days).fill(0);
  for (const [at, age] of ages.entries()) perDay[days - 1 - age] = visitors[at] as number;
  return perDay;
};

/** What visitors searched for in the last days, today included, most frequent first. */
export const readSearches = async (
  db: Db,
  query: SearchesQuery,
): Promise<{ searches: SearchCount[]; total: number }> => {
  const { days, outcome, search, page, limit } = query;
  const { rows } = await sql<Row>`
    with period as (
      select text, visitors, found, (now() at time zone 'utc')::date - day as age from search_counts
      where day > (now() at time zone 'utc')::date - ${days}::integer
        and position(${foldSearch(search)} in text) > 0
    ), texts as (
      select text, sum(visitors)::integer as count, (array_agg(found order by age))[1] as found,
        array_agg(age) as ages, array_agg(visitors) as visitors
      from period where age >= 0 group by text
    )
    select *, count(*) over ()::integer as total from texts
    where ${outcome === 'any'} or not found
    order by count desc, text limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const searches = rows.map((row) => ({
    text: row.text,
    count: row.count,
    found: row.found,
    perDay: perDayOf(row, days),
  }));
  return { searches, total: rows[0]?.total ?? 0 };
};
