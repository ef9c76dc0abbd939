import { type Category, categories } from '#contract/values/categories.ts';
import { ages, durations, maxNarrowingNames, type Sort, sorts } from '#contract/values/lists.ts';
import { numberText } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { escaped } from '../../components/markup/attributes.ts';
import type { WritesMarkup } from '../../components/markup/markup-of.ts';
import { queryPages } from '../hrefs.ts';
import type { VideoPage } from '../lists/video-page.ts';
import {
  ageLabels,
  categoryLabels,
  durationLabels,
  isNarrowed,
  type Narrowing,
  queryOf,
  selectedOf,
  sortLabels,
} from './narrowing.ts';

interface Choice {
  label: string;
  href: string;
  /** Number of videos after choosing this filter. Undefined for sort orders. */
  count?: number;
  isSelected?: boolean;
}

const isOffered = ({ count, isSelected }: Choice) => count !== 0 || isSelected;

const wide = 'min-[1000px]:col-span-2';

const idOf = (label: string) => `narrow-${label.toLowerCase().replace(' ', '-')}`;

interface ChoiceGroupProps {
  label: string;
  choices: Choice[];
  isWide?: boolean;
}

/** Links to the list with each choice applied. The link of a selected choice removes it. */
export const ChoiceGroup: WritesMarkup<ChoiceGroupProps> = ({ label, choices, isWide }) => {
  const offered = choices.filter(isOffered);
  if (offered.length === 0) return null;
  const id = idOf(label);
  return (
    <div className={isWide ? wide : undefined}>
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {offered.map(({ label: text, href, count, isSelected }) => (
          <li key={href}>
            <a href={href} rel="nofollow" dir="auto" aria-current={isSelected ? 'true' : undefined} className="chip">
              {text}
              {count !== undefined && <small>{numberText(count)}</small>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

const choiceMarkup = ({ label, href, count, isSelected }: Choice) =>
  `<li><a href="${escaped(href)}" rel="nofollow" dir="auto"${isSelected ? ' aria-current="true"' : ''} class="chip">${escaped(label)}${count === undefined ? '' : `<small>${numberText(count)}</small>`}</a></li>`;

if (import.meta.env.SSR)
  ChoiceGroup.markup = ({ label, choices, isWide }) => {
    const offered = choices.filter(isOffered);
    const id = idOf(label);
    return offered.length === 0
      ? ''
      : `<div${isWide ? ` class="${wide}"` : ''}><p id="${id}">${label}</p><ul aria-labelledby="${id}">${offered.map(choiceMarkup).join('')}</ul></div>`;
  };

interface NamesFormProps {
  path: string;
  /** Current parameters, which the form keeps. */
  query: Record<string, string>;
}

const fields = [
  ['with', 'Tags or performers to include'],
  ['without', 'Tags or performers to leave out'],
] as const;

/**
 * For names that are not among the links. The form adds a second `with` or `without` parameter to the current one; both
 * are read as one list.
 */
function NamesForm({ path, query }: NamesFormProps) {
  return (
    <form action={path} method="get">
      {Object.entries(query).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(([name, label]) => (
        <label key={name}>
          {label}
          <input
            name={name}
            dir="auto"
            maxLength={200}
            autoComplete="off"
            placeholder="one, another"
            className="field"
          />
        </label>
      ))}
      <button type="submit" className="btn btn-quiet">
        Apply
      </button>
    </form>
  );
}

interface SelectedChipsProps {
  list: VideoPage;
  hrefOf: (narrowing: Narrowing) => string;
  clearHref: string;
}

/** The selected filters, each with a link that removes it. */
function SelectedChips({ list, hrefOf, clearHref }: SelectedChipsProps) {
  const selected = selectedOf(list.narrowing, list.facets?.names);
  if (selected.length === 0) return null;
  return (
    <ul aria-label="Selected">
      {selected.map(({ label, without }) => (
        <li key={label}>
          <a href={hrefOf(without)} rel="nofollow" aria-label={`Remove ${label}`} className="chip">
            <bdi>{label}</bdi>
            <Icon name="close" size={14} />
          </a>
        </li>
      ))}
      <li>
        <a href={clearHref} className="font-medium text-accent underline underline-offset-3">
          Clear all
        </a>
      </li>
    </ul>
  );
}

interface SortAndFilterProps {
  list: VideoPage;
  /** Path of the list's first page. */
  path: string;
  /** The list's own query parameters, such as the search. */
  query?: Record<string, string>;
  ownSort?: Sort;
}

/** Plain links and a form, which work without JavaScript and need little of it. */
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
  const names = (facet: { slug: string; name: string; count: number }[], prefix: string): Choice[] =>
    facet.map(({ slug, name, count }) => ({
      label: name,
      count,
      href: hrefOf({ with: [...narrowing.with, prefix + slug].sort() }),
    }));

  const isFull = narrowing.with.length + narrowing.without.length >= maxNarrowingNames;

  const sortChoices = sorts
    .filter((sort) => sort !== 'best' || query.q)
    .map((sort) => ({
      label: sortLabels[sort],
      isSelected: sort === (narrowing.sort ?? ownSort),
      href: hrefOf({ sort: sort === ownSort ? undefined : sort }),
    }));
  return (
    <div className="narrowing">
      {/* The key closes it after each choice, so that the videos are in view. */}
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
