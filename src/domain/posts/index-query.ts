import type { PostFilter } from '#contract/values/post-filter.ts';
import { recordBits } from '#contract/values/record-parts.ts';
import { dayMs } from '#domain/day.ts';
import type { IdRun, PostsQuery, Trait } from '#domain/search/catalogue-index.ts';
import type { PostSearch } from './post-search.ts';

const traitsOf = ({ partner, by, without }: PostFilter): Trait[] => [
  ...(partner === undefined ? [] : [`partner:${partner}` as const]),
  ...(by === undefined ? [] : [`by:${by}` as const]),
  ...(without === 'image' || without === 'link' || without === 'livingLink' ? [`without:${without}` as const] : []),
];

const rangeOf = (from: number | undefined, to: number | undefined) =>
  from === undefined && to === undefined ? undefined : { from, to };

const startOf = (day: string | undefined) => (day === undefined ? undefined : Date.parse(day));

/** A filter of published posts as the index knows it; `idRuns` are what an import has added, if the filter asks for that. */
export const indexQueryOf = (
  filter: PostFilter,
  { words, ids, number }: PostSearch,
  idRuns?: readonly IdRun[],
): PostsQuery => {
  const lastDay = startOf(filter.addedTo);
  return {
    search: words,
    number,
    category: filter.category,
    ...(filter.tag === undefined ? {} : { tag: filter.tag }),
    ...(filter.performer === undefined ? {} : { performer: filter.performer }),
    post: {
      traits: traitsOf(filter),
      host: filter.host,
      published: rangeOf(startOf(filter.addedFrom), lastDay === undefined ? undefined : lastDay + dayMs),
      views: rangeOf(filter.viewsFrom, filter.viewsTo),
      minutes: rangeOf(filter.minutesFrom, filter.minutesTo),
      untagged: filter.without === 'tags',
      lacksRecords: recordBits(filter.without),
      ids,
      idRuns,
    },
  };
};
