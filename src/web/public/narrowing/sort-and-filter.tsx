import { type Category, categories } from '#contract/values/categories.ts';
import { ages, durations, maxNarrowingNames, type Sort, sorts } from '#contract/values/narrowing.ts';
import { Icon } from '../../components/icon.tsx';
import { queryPages } from '../hrefs.ts';
import type { VideoPage } from '../lists/video-page.ts';
import { type Choice, ChoiceGroup } from './choice-group.tsx';
import { ageLabels, categoryLabels, durationLabels, sortLabels } from './labels.ts';
import { NamesForm } from './names-form.tsx';
import { isNarrowed, type Narrowing, queryOf } from './narrowing.ts';
import { SelectedChips } from './selected-chips.tsx';

interface SortAndFilterProps {
  list: VideoPage;
  /** The list's first page, and its own query parameters, such as what was searched for. */
  path: string;
  query?: Record<string, string>;
  ownSort?: Sort;
}

/** Plain links and a form: they work without JavaScript, and add little to it. */
export function SortAndFilter({ list, path, query = {}, ownSort = 'newest' }: SortAndFilterProps) {
  const { narrowing, facets } = list;
  if (!facets || (list.totalRecords === 0 && !isNarrowed(narrowing))) return null;

  const hrefOf = (changed: Partial<Narrowing>) =>
    queryPages(path, { ...query, ...queryOf({ ...narrowing, ...changed }) })(1);
  const choices = <Key extends 'duration' | 'age' | 'category', Value extends string>(
    key: Key,
    values: readonly Value[],
    labels: Record<Value, string>,
    counts: Record<Value, number>,
  ): Choice[] =>
    values.map((value) => {
      const isSelected = narrowing[key] === (value as string);
      const href = hrefOf({ [key]: isSelected ? undefined : value });
      return { label: labels[value], count: counts[value], isSelected, href };
    });
  const names = (found: { slug: string; name: string; count: number }[], prefix: string): Choice[] =>
    found.map(({ slug, name, count }) => ({
      label: name,
      count,
      href: hrefOf({ with: [...narrowing.with, prefix + slug].sort() }),
    }));

  const isFull = narrowing.with.length + narrowing.without.length >= maxNarrowingNames;

  // Only a search has a best match.
  const offered = sorts.filter((sort) => sort !== 'best' || query.q);
  const sortChoices = offered.map((sort) => ({
    label: sortLabels[sort],
    isSelected: sort === (narrowing.sort ?? ownSort),
    href: hrefOf({ sort: sort === ownSort ? undefined : sort }),
  }));
  return (
    <div className="narrowing">
      {/* Closed again on the next page, so that its videos are in view. */}
      <details key={hrefOf({})}>
        <summary className="btn btn-quiet">
          <Icon name="filter" size={18} />
          Sort and filter
        </summary>
        <div>
          <ChoiceGroup label="Sort" choices={sortChoices} />
          <ChoiceGroup label="Length" choices={choices('duration', durations, durationLabels, facets.durations)} />
          <ChoiceGroup label="Published" choices={choices('age', ages, ageLabels, facets.ages)} />
          {facets.categories && (
            <ChoiceGroup
              label="Category"
              choices={choices<'category', Category>('category', categories, categoryLabels, facets.categories)}
            />
          )}
          {!isFull && (
            <>
              <ChoiceGroup isWide label="Also tagged" choices={names(facets.tags, '')} />
              <ChoiceGroup isWide label="With" choices={names(facets.performers, 'performer:')} />
              <NamesForm path={path} query={{ ...query, ...queryOf(narrowing) }} />
            </>
          )}
        </div>
      </details>
      <SelectedChips list={list} hrefOf={hrefOf} clearHref={queryPages(path, query)(1)} />
    </div>
  );
}
