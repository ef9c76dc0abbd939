import type pg from 'pg';

/** The queries of the index as simple, slow SQL, over the catalogue at the time of `refreshSql`. */
export const prepareSql = `
  create extension if not exists pg_trgm;
  create function fold(t text) returns text immutable language sql as
    $$ select lower(regexp_replace(normalize(t, NFKD), '[\\u0300-\\u036f]', '', 'g')) $$;
  create function words(t text) returns text[] immutable language sql as
    $$ select array(select m[1] from regexp_matches(public.fold(t), '[a-z0-9]+', 'g') as m) $$;
  create function slug(t text) returns text immutable language sql as
    $$ select regexp_replace(regexp_replace(lower(trim(t)), '\\s+', '-', 'g'), '[^a-z0-9-]', '', 'g') $$;
  create materialized view names as
    select 'tag' as kind, t.id, t.slug, t.name, l.video_id from tags t join video_tags l on l.tag_id = t.id
    union all
    select 'performer', p.id, p.slug, p.name, l.video_id from performers p join video_performers l on l.performer_id = p.id
      where p.deleted_at is null;
  create materialized view live as
    select v.id, v.category, v.published_at, coalesce(w.total, 0) as views, words(v.title) as title,
      words(v.title) || array(select unnest(words(n.name)) from names n where n.video_id = v.id) as everything,
      array(select n.slug from names n where n.video_id = v.id and n.kind = 'tag') as tags,
      array(select n.slug from names n where n.video_id = v.id and n.kind = 'performer') as performers
    from videos v left join video_views w on w.video_id = v.id where v.deleted_at is null;
  create materialized view vocabulary as
    select word, sum(in_titles)::integer as in_titles, sum(in_all)::integer as in_all from (
      select distinct id, word, 1 as in_titles, 1 as in_all from live, unnest(title) as word
      union all
      select null, word, 0, count(*) from (
        select distinct n.kind, n.id, n.video_id, word from names n join live on live.id = n.video_id, unnest(words(n.name)) as word
      ) as used group by word
    ) as uses group by word;
`;

export const refreshSql = `
  refresh materialized view names; refresh materialized view live; refresh materialized view vocabulary;
`;

export interface SqlFilter {
  search: string;
  category: string;
  tag?: string;
  performer?: string;
}

const orderings = {
  newest: 'is_first desc, published_at desc, id desc',
  popular: 'views desc, id desc',
  liked: 'least(floor(views::float8 / 200 * 100 + 0.5), 100) desc, published_at desc, id desc',
};

const matching = async (
  client: pg.Client,
  filter: SqlFilter,
  text: string,
  titleOnly: boolean,
  order: keyof typeof orderings,
) => {
  const { rows } = await client.query<{ id: number }>(
    `with wanted as (select words($1) as w, cardinality(words($1)) as n), marked as (
       select live.*, not $2 and exists (
         select from names where video_id = live.id
           and (slug = slug($1) or array_to_string(words(name), ' ') = array_to_string(w, ' '))) as is_first,
         case when $2 then title else everything end as hay, w, n
       from live, wanted)
     select id from marked
     where (n = 0 or is_first or (w[:n - 1] <@ hay and exists (select from unnest(hay) as h where starts_with(h, w[n]))))
       and ($3 = '' or category = $3) and ($4::text is null or $4 = any(tags)) and ($5::text is null or $5 = any(performers))
     order by ${orderings[order]}`,
    [text, titleOnly, filter.category, filter.tag, filter.performer],
  );
  return rows.map((row) => Number(row.id));
};

const corrected = async (client: pg.Client, text: string, titleOnly: boolean): Promise<string> => {
  const { rows } = await client.query<{ word: string }>(
    `with known as (select word, case when $2 then in_titles else in_all end as frequency from vocabulary)
     select case
         when n < cardinality(words($1)) and exists (select from known where known.word = typed and frequency > 0) then typed
         when n = cardinality(words($1)) and exists (select from known where starts_with(word, typed) and frequency > 0) then typed
         else coalesce((
           select word from known where frequency > 0 and similarity(word, typed) >= 0.3::real
           order by similarity(word, typed) desc, frequency desc, word collate "C" limit 1), typed)
       end as word
     from unnest(words($1)) with ordinality as t(typed, n) order by n`,
    [text, titleOnly],
  );
  return rows.map((row) => row.word).join(' ');
};

const wordCount = async (client: pg.Client, text: string) => {
  const { rows } = await client.query<{ n: number; plain: string }>(
    `select cardinality(words($1)) as n, array_to_string(words($1), ' ') as plain`,
    [text],
  );
  return rows[0] as { n: number; plain: string };
};

/** All matching ids in order, and the corrected search. */
export const pageBySql = async (client: pg.Client, filter: SqlFilter, order: keyof typeof orderings) => {
  const titleOnly = /^\s*title:/i.test(filter.search);
  const text = filter.search.trim().replace(/^title:/i, '');
  const { n, plain } = await wordCount(client, text);
  if (n === 0 && text.trim() !== '') return { ids: [] };
  const ids = await matching(client, filter, text, titleOnly, order);
  if (ids.length > 0 || n === 0) return { ids };
  const instead = await corrected(client, text, titleOnly);
  if (instead === plain) return { ids };
  const found = await matching(client, filter, instead, titleOnly, order);
  return found.length > 0 ? { ids: found, correctedSearch: instead } : { ids };
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
  { search = '', letter = '', sort = 'name', includeUnused = false },
) => {
  const { rows } = await client.query(
    `select t.slug, t.name, count(live.id)::integer as count, min(published_at) as "firstUsed", max(published_at) as "lastUsed"
     from ${kind}s t left join names n on n.kind = '${kind}' and n.id = t.id left join live on live.id = n.video_id
     where ${kind === 'tag' ? 'true' : 't.deleted_at is null'} and (strpos(fold(t.name), fold(trim($1))) > 0 or strpos(t.slug, fold(trim($1))) > 0) and starts_with(t.slug, lower($2))
     group by t.id having $3 or count(live.id) > 0
     order by ${sort === 'count' ? 'count(live.id) desc,' : ''} t.slug collate "C"`,
    [search, letter, includeUnused],
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
