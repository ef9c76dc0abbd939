import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PostView } from '#contract/post-list.ts';
import { plural } from '../../components/format/plural.ts';
import { fullCount } from '../kit/format/counts.ts';
import type { Loaded } from '../kit/session/failure.ts';
import { ActiveFilters } from './active-filters.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { activeFilters, postFilterOf } from './list-query.ts';
import { PostExport } from './post-export.tsx';
import type { PostList, PostOptions } from './post-list.ts';
import { SavedViews } from './saved-views.tsx';
import { SortSelect } from './sort-select.tsx';
import { StateTabs } from './state-tabs.tsx';

interface ListToolsProps {
  list: Loaded<PostList>;
  views: PostView[];
  options: PostOptions | undefined;
}

/** Above the list: its state, its total, and what narrows, sorts and shows it. */
export function ListTools({ list, views, options }: ListToolsProps) {
  const [parameters] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const filter = postFilterOf(parameters);
  const filters = activeFilters(filter).length;
  const { totalRecords, counts, videos } = list.data;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6">
        <StateTabs counts={counts} />
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <p className="mr-2 text-sm text-muted tabular-nums" role="status">
            {list.problem === undefined && plural(totalRecords, 'post', 'posts', fullCount(totalRecords))}
          </p>
          <SortSelect />
          <button
            type="button"
            className="btn btn-quiet h-10 px-4 text-sm"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panel : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {filters > 0 ? `Filters (${filters})` : 'Filters'}
          </button>
          <SavedViews views={views} />
          <ColumnChoice />
          <PostExport filter={filter} />
        </div>
      </div>
      {isOpen && <FilterPanel id={panel} options={options} />}
      <ActiveFilters options={options} videos={videos} />
    </>
  );
}
