import { Link, useSearchParams } from 'react-router';
import type { StarSummary } from '#contract/performers.ts';
import { performerNameOf } from '#contract/values/names.ts';
import { firstLetterOf } from '../../components/first-letter.ts';
import { countedTitle } from '../kit/format.ts';
import {
  loadNames,
  loadOtherTab,
  NameList,
  type NamePage,
  type NameQuery,
  nameTabOf,
  OtherTabScreen,
} from '../kit/names/name-tabs.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { type Column, countColumn, dayColumn } from '../kit/table/columns.tsx';
import type { Route } from './+types/screen.ts';

/** A performer with the number of their videos. */
interface PerformerSummary extends StarSummary {
  slug: string;
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** A to Z plus All; clicking the active letter clears the filter. */
function LetterButtons({ active }: { active: string }) {
  const [, setParameters] = useSearchParams();
  const choose = (letter: string) =>
    setParameters((current) => {
      const updated = new URLSearchParams(current);
      updated.delete('page');
      if (letter === '' || letter === active) updated.delete('letter');
      else updated.set('letter', letter);
      return updated;
    });
  return (
    <fieldset className="mb-4 flex flex-wrap gap-1 max-md:grid max-md:grid-cols-9 max-md:gap-0.5">
      <legend className="sr-only">First letter</legend>
      {['', ...letters].map((letter) => (
        <button
          key={letter}
          type="button"
          aria-pressed={letter === active}
          onClick={() => choose(letter)}
          className="grid h-9 min-w-9 max-md:h-10 place-items-center rounded-[9px] px-2 text-sm font-medium transition-colors hover:bg-raised aria-pressed:bg-glow aria-pressed:text-on-glow"
        >
          {letter || 'All'}
        </button>
      ))}
    </fieldset>
  );
}

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const tab = nameTabOf(url);
  if (tab === 'duplicates' || tab === 'history') return { other: await loadOtherTab(url, 'performer', tab) };
  const letter = firstLetterOf(url.searchParams.get('letter'));
  const load = async (query: NameQuery) => {
    const { pornstars, starNames, pagination } = await adminClient.getPornstars({ query: { ...query, letter } });
    const records = pornstars.map(
      ({ name: slug, ...rest }): PerformerSummary => ({ ...rest, slug, name: performerNameOf(slug, starNames) }),
    );
    return { records, pagination };
  };
  return { letter, loaded: await loadNames(url, 'performer', tab, load) };
};

const columns = (urlOf: (row: PerformerSummary) => string): Column<PerformerSummary>[] => [
  {
    id: 'name',
    header: 'Star Name',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <Link to={urlOf(row)} tabIndex={-1} className="cell-text hover:text-accent">
        <bdi>{row.name}</bdi>
      </Link>
    ),
  },
  countColumn('count', 'Total Videos', 'videos'),
  dayColumn('firstAppearance', 'First Appearance'),
  dayColumn('lastUpdated', 'Last Updated', 'detail'),
];

export default function PerformersList({ loaderData }: Route.ComponentProps) {
  const { other } = loaderData;
  if (other) return <OtherTabScreen key={other.tab} kind="performer" loaded={other} />;
  return <Stars letter={loaderData.letter} loaded={loaderData.loaded} />;
}

function Stars({ letter, loaded }: { letter: string; loaded: NamePage<PerformerSummary> }) {
  const { tab, page, list } = loaded;
  const { totalPages, totalCount } = list.data.pagination;
  return (
    <NameList
      kind="performer"
      loaded={loaded}
      title={countedTitle(tab === 'unused' ? 'Unused stars' : 'All Pornstars', totalCount, list.problem)}
      exported={{ letter, sort: 'name' }}
      filters={<LetterButtons active={letter} />}
      columns={columns}
    >
      {list.problem === undefined && (
        <p className="text-center text-sm text-muted tabular-nums">
          Showing page {page} of {totalPages} ({totalCount} total stars)
        </p>
      )}
    </NameList>
  );
}
