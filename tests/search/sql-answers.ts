import type pg from 'pg';
import type { Age, Duration, NameRef } from '#contract/values/lists.ts';

/** The queries of the index as simple, slow SQL, over the catalogue at the time of `refreshSql`. */
export const prepareSql = `
  create function fold(t text) returns text immutable language sql as
    $$ select lower(regexp_replace(normalize(t, NFKD), '[\\u0300-\\u036f]', '', 'g')) $$;
  create function words(t text) returns text[] immutable language sql as
    $$ select array(select m[1] from regexp_matches(public.fold(t), '[a-z0-9]+', 'g') as m) $$;
  create materialized view names as
    select 'tag' as kind, t.id, t.slug, t.name, l.video_id from tags t join video_tags l on l.tag_id = t.id
    union all
    select 'performer', p.id, p.slug, p.name, l.video_id from performers p join video_performers l on l.performer_id = p.id
      where p.deleted_at is null;
  create materialized view live as
    select v.id, v.category, v.published_at, v.minutes, coalesce(w.total, 0) as views, words(v.title) as title,
      array(select n.slug from names n where n.video_id = v.id and n.kind = 'tag') as tags,
      array(select n.slug from names n where n.video_id = v.id and n.kind = 'performer') as performers
    from videos v left join video_views w on w.video_id = v.id where v.deleted_at is null and v.state = 'published';
`;

export const refreshSql = `
  refresh materialized view names; refresh materialized view live;
`;

export interface SqlFilter {
  category: string;
  tag?: string;
  performer?: string;
  with?: readonly NameRef[];
  without?: readonly NameRef[];
  duration?: Duration;
  age?: Age;
}

const durationSql =
  "case when minutes < 10 then 'short' when minutes <= 30 then 'medium' when minutes > 30 then 'long' end";
const ageDays = { day: 1, week: 7, month: 30, year: 365 };
/** The beginning of the last day, week, … counted from the ten minutes that it is in. */
const sinceSql = (days: string) =>
  `to_timestamp(floor(extract(epoch from now()) / 600) * 600) - ${days} * interval '24 hours'`;
const slugsOf = (kind: NameRef['kind'], names: readonly NameRef[] = []) =>
  names.filter((name) => name.kind === kind).map(({ slug }) => slug);

const orderings = {
  newest: 'published_at desc, id desc',
  popular: 'views desc, id desc',
  longest: 'coalesce(minutes, 0) desc, published_at desc, id desc',
  liked: 'least(floor(views::float8 / 200 * 100 + 0.5), 100) desc, published_at desc, id desc',
};

/** All matching ids in order. */
export const pageBySql = async (client: pg.Client, filter: SqlFilter, order: keyof typeof orderings) => {
  const { rows } = await client.query<{ id: number }>(
    `select id from live
     where ($1 = '' or category = $1) and ($2::text is null or $2 = any(tags)) and ($3::text is null or $3 = any(performers))
       and tags @> $4::text[] and performers @> $5::text[] and not tags && $6::text[] and not performers && $7::text[]
       and ($8::text is null or ${durationSql} = $8)
       and ($9::integer is null or published_at >= ${sinceSql('$9')})
     order by ${orderings[order]}`,
    [
      ...[filter.category, filter.tag, filter.performer],
      ...[slugsOf('tag', filter.with), slugsOf('performer', filter.with)],
      ...[slugsOf('tag', filter.without), slugsOf('performer', filter.without)],
      ...[filter.duration, filter.age && ageDays[filter.age]],
    ],
  );
  return { ids: rows.map((row) => Number(row.id)) };
};

const allCategories = ['english', 'indian', 'hijabi', 'viral'];

type Counts = Record<string, number>;

const countsBySql = async (client: pg.Client, ids: number[], key: string, keys: readonly string[]): Promise<Counts> => {
  const { rows } = await client.query<{ key: string; count: number }>(
    `select ${key} as key, count(*)::integer as count from live where id = any($1) group by 1`,
    [ids],
  );
  const found = new Map(rows.map((row) => [row.key, row.count]));
  return Object.fromEntries(keys.map((each) => [each, found.get(each) ?? 0]));
};

const agesBySql = async (client: pg.Client, ids: number[]): Promise<Counts> => {
  const { rows } = await client.query<{ age: string; count: number }>(
    `select age, (select count(*)::integer from live where id = any($1) and published_at >= ${sinceSql('days')}) as count
     from json_each_text($2) as ages(age, text), lateral (select text::integer as days) as d`,
    [ids, JSON.stringify(ageDays)],
  );
  return Object.fromEntries(rows.map(({ age, count }) => [age, count]));
};

const furtherNamesBySql = async (client: pg.Client, ids: number[], kind: 'tag' | 'performer', selected: string[]) => {
  const { rows } = await client.query<{ slug: string; count: number }>(
    `select * from (
       select slug, count(*)::integer as count from live, unnest(${kind}s) as slug
       where id = any($1) and slug <> all($2) group by slug order by 2 desc, slug collate "C" limit 12
     ) as frequent where count < $3`,
    [ids, selected, ids.length],
  );
  return rows;
};

/** The facets of a filter: each group without its own value. */
export const facetsBySql = async (client: pg.Client, filter: SqlFilter) => {
  const idsOf = async (narrowed: SqlFilter) => (await pageBySql(client, narrowed, 'newest')).ids;
  const { duration: _duration, ...ofAnyLength } = filter;
  const { age: _age, ...ofAnyAge } = filter;
  const ids = await idsOf(filter);
  const further = (kind: NameRef['kind']) =>
    furtherNamesBySql(client, ids, kind, [...slugsOf(kind, filter.with), filter[kind] ?? '']);
  return {
    durations: await countsBySql(client, await idsOf(ofAnyLength), durationSql, ['short', 'medium', 'long']),
    ages: await agesBySql(client, await idsOf(ofAnyAge)),
    categories: await countsBySql(client, await idsOf({ ...filter, category: '' }), 'category', allCategories),
    tags: await further('tag'),
    performers: await further('performer'),
  };
};

export interface RelatedTerms {
  tags: string[];
  performers: string[];
  words: string[];
}

export const relatedBySql = async (client: pg.Client, terms: RelatedTerms, exclude: number) => {
  const { rows } = await client.query<{ id: number }>(
    `with matches as (
       select 'tag' as kind, slug as term, live.id, published_at from live, unnest(tags) as slug where slug = any($1)
       union select 'performer', slug, live.id, published_at from live, unnest(performers) as slug where slug = any($2)
       union select 'word', word, live.id, published_at from live, unnest(title) as word where word = any($3)
     ), weights as (
       select kind, term, round(1000 * ln(1 + (select count(*) from live)::float8 / count(*))) as weight
       from matches group by kind, term)
     select id from matches join weights using (kind, term)
     group by id, published_at order by sum(weight) desc, published_at desc, id desc`,
    [terms.tags, terms.performers, terms.words],
  );
  return rows.map((row) => Number(row.id)).filter((id) => id !== exclude);
};

export const namesBySql = async (
  client: pg.Client,
  kind: 'tag' | 'performer',
  { search = '', letter = '', sort = 'name', use = 'used' },
) => {
  const { rows } = await client.query(
    `select t.slug, t.name, count(live.id)::integer as count, min(published_at) as "firstUsed", max(published_at) as "lastUsed"
     from ${kind}s t left join names n on n.kind = '${kind}' and n.id = t.id left join live on live.id = n.video_id
     where ${kind === 'tag' ? 'true' : 't.deleted_at is null'} and (strpos(fold(t.name), fold(trim($1))) > 0 or strpos(t.slug, fold(trim($1))) > 0 or exists (select from ${kind}_aliases a
       where a.name_id = t.id and (strpos(fold(a.name), fold(trim($1))) > 0 or strpos(a.slug, fold(trim($1))) > 0))) and starts_with(t.slug, lower($2))
     group by t.id having $3 = 'all' or (count(live.id) > 0) = ($3 = 'used')
     order by ${sort === 'count' ? 'count(live.id) desc,' : ''} t.slug collate "C"`,
    [search, letter, use],
  );
  return rows;
};

/** Whole names first, then those with a word that begins with the text, then the rest. Hyphens are spaces. */
export const suggestedBySql = async (client: pg.Client, kind: 'tag' | 'performer', typed: string) => {
  const { rows } = await client.query<{ slug: string; name: string }>(
    `with wanted as (select trim(replace(fold($1), '-', ' ')) as text), texts as (
       select t.slug, t.name, count(live.id) as uses, array[replace(fold(t.name), '-', ' '), replace(t.slug, '-', ' ')] || array(
         select replace(s, '-', ' ') from ${kind}_aliases a, unnest(array[fold(a.name), a.slug]) as s where a.name_id = t.id) as spelt
       from ${kind}s t join names n on n.kind = '${kind}' and n.id = t.id join live on live.id = n.video_id group by t.id
     )
     select slug, name from texts, wanted
     where text <> '' and exists (select from unnest(spelt) as s where strpos(s, text) > 0)
     order by case when text = any(spelt) then 0
       when exists (select from unnest(spelt) as s where strpos(' ' || s, ' ' || text) > 0) then 1 else 2 end,
       uses desc, slug collate "C" limit 3`,
    [typed],
  );
  return rows;
};

export const companionsBySql = async (
  client: pg.Client,
  name: string,
  of: 'tags' | 'performers',
  kind: 'tags' | 'performers',
) => {
  const { rows } = await client.query<{ slug: string }>(
    `select slug from live, unnest(${kind}) as slug where $1 = any(${of}) and ($2 or slug <> $1)
     group by slug order by count(*) desc, slug collate "C" limit 100`,
    [name, kind !== of],
  );
  return rows.map((row) => row.slug);
};

export const newestBySql = async (client: pg.Client, tag: string): Promise<number | undefined> => {
  const { rows } = await client.query<{ id: number }>(
    'select id from live where $1 = any(tags) order by published_at desc, id desc limit 1',
    [tag],
  );
  return rows[0] && Number(rows[0].id);
};
