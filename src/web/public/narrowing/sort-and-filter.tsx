import { type MouseEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Category, categories } from '#contract/values/categories.ts';
import { ages, durations, maxNarrowingNames, type Sort, sorts } from '#contract/values/lists.ts';
import { wordsOfSlug } from '#contract/values/names.ts';
import type { Facets } from '#contract/videos.ts';
import { numberText, plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { escaped } from '../../components/markup/attributes.ts';
import type { WritesMarkup } from '../../components/markup/markup-of.ts';
import { queryPages } from '../hrefs.ts';
import { useTargetInPlace } from '../internal-links.ts';
import type { VideoPage } from '../lists/video-page.ts';
import { NamesForm } from './names-form.tsx';
import {
  ageLabels,
  categoryLabels,
  durationLabels,
  isNarrowed,
  type Narrowing,
  queryOf,
  selectedOf,
  sortLabels,
  withNameReplaced,
} from './narrowing.ts';
import { readNarrowing } from './read-narrowing.ts';
import { UnknownNameText } from './unknown-name.tsx';

interface Choice {
  /** Stays the same while other choices are made, so that its link keeps the focus. */
  id?: string;
  label: string;
  href: string;
  /** Number of videos after choosing this filter. Undefined for sort orders. */
  count?: number;
  isSelected?: boolean;
}

const isOffered = ({ count, isSelected }: Choice) => count !== 0 || isSelected;

const idOf = (label: string) => `narrow-${label.toLowerCase().replace(' ', '-')}`;

interface ChoiceGroupProps {
  label: string;
  choices: Choice[];
}

/** Links to the list with each choice applied. The link of a selected choice removes it. */
export const ChoiceGroup: WritesMarkup<ChoiceGroupProps> = ({ label, choices }) => {
  const offered = choices.filter(isOffered);
  if (offered.length === 0) return null;
  const id = idOf(label);
  return (
    <div>
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {offered.map(({ id: key, label: text, href, count, isSelected }) => (
          <li key={key ?? href}>
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
  ChoiceGroup.markup = ({ label, choices }) => {
    const offered = choices.filter(isOffered);
    const id = idOf(label);
    return offered.length === 0
      ? ''
      : `<div><p id="${id}">${label}</p><ul aria-labelledby="${id}">${offered.map(choiceMarkup).join('')}</ul></div>`;
  };

interface SelectedChipsProps {
  list: VideoPage;
  hrefOf: (narrowing: Narrowing) => string;
  clearHref: string;
}

/** The selected filters, each with a link that removes it. */
function SelectedChips({ list, hrefOf, clearHref }: SelectedChipsProps) {
  const selected = selectedOf(list.narrowing, list.facets);
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

interface UnknownNamesProps {
  list: VideoPage;
  hrefOf: (narrowing: Narrowing) => string;
}

/** Names in the URL that the catalogue doesn't have: from a form without JavaScript, or of a name that was deleted. */
function UnknownNames({ list: { narrowing, facets }, hrefOf }: UnknownNamesProps) {
  const unknown = Object.entries(facets?.unknownNames ?? {});
  if (unknown.length === 0) return null;
  const link = 'inline-block py-1 font-medium text-accent underline underline-offset-3';
  return (
    <div role="status" className="mb-5 rounded-xl bg-accent-soft px-4 py-2.5">
      {unknown.map(([text, similar]) => (
        <div key={text}>
          <UnknownNameText
            typed={wordsOfSlug(text.replace(/^performer:/, ''))}
            similar={similar}
            replacement={({ ref, name }) => (
              <a href={hrefOf(withNameReplaced(narrowing, text, ref))} rel="nofollow" className={link}>
                <bdi>{name}</bdi>
              </a>
            )}
          />{' '}
          <a href={hrefOf(withNameReplaced(narrowing, text))} rel="nofollow" className={link}>
            Leave it out
          </a>
        </div>
      ))}
    </div>
  );
}

/** From this width on, the choices are a column beside the videos. On smaller screens they are a sheet. */
const columnWidth = '(width >= 1000px)';
const sheetId = 'filters';

/** The column opens with the page if the list is narrowed. Without JavaScript, it is a plain disclosure on all screens. */
const usePanel = (isNarrowedNow: boolean) => {
  const details = useRef<HTMLDetailsElement>(null);
  const sheet = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(isNarrowedNow);

  useEffect(() => {
    const column = matchMedia(columnWidth);
    const adapt = () => {
      sheet.current?.close();
      // In a closed disclosure, a sheet would not be rendered; in an open one, its button would say "expanded".
      if (!column.matches) setIsOpen(false);
    };
    adapt();
    column.addEventListener('change', adapt);
    return () => column.removeEventListener('change', adapt);
  }, []);

  const openSheet = (event: MouseEvent) => {
    const isOnButton = event.target instanceof Element && event.target.closest('summary') !== null;
    if (!isOnButton || matchMedia(columnWidth).matches || !details.current) return;
    event.preventDefault();
    details.current.open = true;
    sheet.current?.showModal();
  };
  const closeSheet = () => sheet.current?.close();
  return { details, sheet, isOpen, setIsOpen, openSheet, closeSheet };
};

/** Keeps the panel where it is on the screen when a choice makes the page above it longer or shorter. */
const useSteadyPosition = (details: RefObject<HTMLDetailsElement | null>, key: string) => {
  const top = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each choice
  useLayoutEffect(() => {
    const moved =
      details.current && top.current !== undefined ? details.current.getBoundingClientRect().top - top.current : 0;
    top.current = undefined;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  }, [key]);
  return () => {
    top.current = details.current?.getBoundingClientRect().top;
  };
};

/** Names of the tags and performers that are links, by their refs. */
const namesOffered = ({ tags, performers }: Facets): Record<string, string> =>
  Object.fromEntries([
    ...tags.map(({ slug, name }) => [slug, name]),
    ...performers.map(({ slug, name }) => [`performer:${slug}`, name]),
  ]);

interface SortAndFilterProps {
  list: VideoPage;
  /** Path of the list's first page. */
  path: string;
  /** The list's own query parameters, such as the search. */
  query?: Record<string, string>;
  ownSort?: Sort;
  /** The videos. */
  children?: ReactNode;
}

/** Plain links and a form, which work without JavaScript and need little of it, above or beside the videos of a list. */
export function SortAndFilter({ list, path, query = {}, ownSort = 'newest', children }: SortAndFilterProps) {
  const { facets, totalRecords } = list;
  const target = useTargetInPlace();
  // Shown at once, and so that a further choice doesn't replace one that is still loading.
  const narrowing = target ? readNarrowing(new URLSearchParams(target.search), ownSort) : list.narrowing;
  const hrefOf = (changed: Partial<Narrowing>) =>
    queryPages(path, { ...query, ...queryOf({ ...narrowing, ...changed }) })(1);
  const { details, sheet, isOpen, setIsOpen, openSheet, closeSheet } = usePanel(isNarrowed(narrowing));
  const keepPosition = useSteadyPosition(details, hrefOf({}));
  if (!facets || (totalRecords === 0 && !isNarrowed(narrowing))) return children;

  const choices = <Key extends 'duration' | 'age' | 'category', Value extends string>(
    key: Key,
    values: readonly Value[],
    labels: Record<Value, string>,
    counts: Record<Value, number>,
  ): Choice[] =>
    values.map((value) => {
      const isSelected = narrowing[key] === (value as string);
      const href = hrefOf({ [key]: isSelected ? undefined : value });
      return { id: value, label: labels[value], count: counts[value], isSelected, href };
    });
  const { unknownNames = {} } = facets;
  const selectedNames = { ...namesOffered(facets), ...facets.names };
  /** Selected names, whose links remove them. */
  const selected = (field: 'with' | 'without', isOfGroup: (ref: string) => boolean): Choice[] =>
    narrowing[field]
      .filter((ref) => isOfGroup(ref) && !Object.hasOwn(unknownNames, ref))
      .map((ref) => ({
        id: ref,
        label: selectedNames[ref] ?? ref,
        isSelected: true,
        href: hrefOf({ [field]: narrowing[field].filter((other) => other !== ref) }),
      }));
  const isFull = narrowing.with.length + narrowing.without.length >= maxNarrowingNames;
  const names = (facet: { slug: string; name: string; count: number }[], prefix: string): Choice[] =>
    isFull
      ? []
      : facet
          .filter(({ slug }) => !narrowing.with.includes(prefix + slug))
          .map(({ slug, name, count }) => ({
            id: prefix + slug,
            label: name,
            count,
            href: hrefOf({ with: [...narrowing.with, prefix + slug].sort() }),
          }));
  const isPerformer = (ref: string) => ref.startsWith('performer:');

  const sortChoices = sorts
    .filter((sort) => sort !== 'best' || query.q)
    .map((sort) => ({
      id: sort,
      label: sortLabels[sort],
      isSelected: sort === (narrowing.sort ?? ownSort),
      href: hrefOf({ sort: sort === ownSort ? undefined : sort }),
    }));
  const total = plural(totalRecords, 'video');
  return (
    <div className="narrowed">
      <div className="narrowing">
        <details
          ref={details}
          open={isOpen}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
          onClickCapture={(event) => {
            keepPosition();
            openSheet(event);
          }}
          data-in-place=""
        >
          <summary className="btn btn-quiet" data-button="">
            <Icon name="filter" size={18} />
            Sort and filter
          </summary>
          <dialog ref={sheet} id={sheetId} aria-label="Sort and filter">
            <div className="sheet-head">
              <h2>Sort and filter</h2>
              <button type="button" className="icon-button" aria-label="Close" onClick={closeSheet}>
                <Icon name="close" />
              </button>
            </div>
            <div className="choice-groups">
              <ChoiceGroup label="Sort" choices={sortChoices} />
              <ChoiceGroup label="Length" choices={choices('duration', durations, durationLabels, facets.durations)} />
              <ChoiceGroup label="Published" choices={choices('age', ages, ageLabels, facets.ages)} />
              {facets.categories && (
                <ChoiceGroup
                  label="Category"
                  choices={choices<'category', Category>('category', categories, categoryLabels, facets.categories)}
                />
              )}
              <ChoiceGroup
                label="Also tagged"
                choices={[...selected('with', (ref) => !isPerformer(ref)), ...names(facets.tags, '')]}
              />
              <ChoiceGroup
                label="With"
                choices={[...selected('with', isPerformer), ...names(facets.performers, 'performer:')]}
              />
              <ChoiceGroup label="Without" choices={selected('without', () => true)} />
              {!isFull && (
                <NamesForm
                  path={path}
                  query={{ ...query, ...queryOf(narrowing) }}
                  narrowing={narrowing}
                  hrefOf={hrefOf}
                />
              )}
            </div>
            <p aria-live="polite" className="sr-only">
              {total} match
            </p>
            <div className="sheet-foot">
              {isNarrowed(narrowing) && (
                <a href={queryPages(path, query)(1)} className="btn btn-quiet">
                  Clear all
                </a>
              )}
              <button type="button" className="btn btn-primary" onClick={closeSheet}>
                Show {total}
              </button>
            </div>
          </dialog>
        </details>
        <SelectedChips
          list={{ ...list, narrowing, facets: { ...facets, names: selectedNames } }}
          hrefOf={hrefOf}
          clearHref={queryPages(path, query)(1)}
        />
      </div>
      <div
        className="narrowed-list"
        data-later={list.page > 1 || undefined}
        data-filled={list.hiddenRecords === undefined ? undefined : true}
      >
        <UnknownNames list={list} hrefOf={hrefOf} />
        {children}
      </div>
    </div>
  );
}
