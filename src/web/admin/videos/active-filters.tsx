import { Link } from 'react-router';
import { slugOf } from '#contract/values/slug.ts';
import { Icon } from '../../components/icon.tsx';
import { partName } from '../kit/format/post-parts.ts';
import { usePendingParameters } from '../kit/lists/use-pending-parameters.ts';
import { labelOf } from '../kit/records/editable-names.ts';
import type { Video } from '../kit/records/video.ts';
import { activeFilters, type FilterName, postFilterOf, urlOf, withParameters } from './list-query.ts';
import type { PostOptions } from './post-list.ts';

const labels: Record<FilterName, string> = {
  Category: 'Category',
  tag: 'Tag',
  star: 'Star',
  partner: 'Network',
  host: 'Link to',
  addedFrom: 'Added from',
  addedTo: 'Added to',
  viewsFrom: 'Views from',
  viewsTo: 'Views to',
  minutesFrom: 'Minutes from',
  minutesTo: 'Minutes to',
  without: 'Without',
  by: 'Added by',
  import: 'Added by import',
};

const nameIn = (names: PostOptions['partners'] | undefined, id: string) =>
  names?.find(({ _id }) => _id === id)?.name ?? id;

/** A tag or star as the listed posts spell it. */
const labelIn = (videos: Video[], kind: 'tag' | 'performer', slug: string) => {
  const names = videos.flatMap(({ tags, performers }) => (kind === 'tag' ? tags : performers));
  return labelOf(kind, names.find((name) => slugOf(name) === slug) ?? slug);
};

interface ActiveFiltersProps {
  options: PostOptions | undefined;
  videos: Video[];
}

/** The filters in force, each with a link that takes it away. */
export function ActiveFilters({ options, videos }: ActiveFiltersProps) {
  const parameters = usePendingParameters();
  const filter = postFilterOf(parameters);
  const active = activeFilters(filter);
  if (active.length === 0) return null;

  const valueIn = (name: FilterName) => {
    const value = String(filter[name]);
    if (name === 'tag') return labelIn(videos, 'tag', value);
    if (name === 'star') return labelIn(videos, 'performer', value);
    if (name === 'partner') return nameIn(options?.partners, value);
    if (name === 'without') return filter.without ? partName(filter.without) : value;
    return name === 'by' ? nameIn(options?.admins, value) : value;
  };
  return (
    <ul aria-label="Active filters" className="mb-4 flex flex-wrap gap-2">
      {active.map((name) => (
        <li key={name}>
          <Link
            to={urlOf(withParameters(parameters, { [name]: undefined }))}
            preventScrollReset
            aria-label={`Remove the filter ${labels[name]}: ${valueIn(name)}`}
            className="inline-flex h-9 items-center gap-1.5 max-md:h-10 rounded-full bg-raised px-3.5 text-sm transition-colors hover:bg-accent-soft"
          >
            <span className="text-muted">{labels[name]}</span> <bdi>{valueIn(name)}</bdi>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
