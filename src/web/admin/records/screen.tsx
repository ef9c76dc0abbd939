import { type FormEvent, useId, useState } from 'react';
import { Link, useNavigate, useRevalidator, useSearchParams } from 'react-router';
import { postStates, shortRecordLabels } from '#contract/values/posts.ts';
import { selectColumn, useSelection } from '../kit/bulk/selection.tsx';
import { SelectionBar } from '../kit/bulk/selection-bar.tsx';
import { fullCount, siteOf } from '../kit/format.ts';
import { DownloadLink } from '../kit/lists/downloads.tsx';
import { FilterSelect, useUrlFilter } from '../kit/lists/filters.tsx';
import { Pages, pageOf } from '../kit/lists/pages.tsx';
import { Empty, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { useMay } from '../kit/session/admin-session.ts';
import { Badge } from '../kit/table/badge.tsx';
import { type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { PostPicture } from '../kit/table/post-cells.tsx';
import type { Route } from './+types/screen.ts';
import { ImportDialog } from './import-dialog.tsx';
import {
  exportUrl,
  loadCounts,
  loadOptions,
  loadUnrecorded,
  type MissingKind,
  missingKinds,
  recordsQueryOf,
  type UnrecordedPost,
  withParameter,
} from './records-list.ts';

function Filters({ options }: { options: Awaited<ReturnType<typeof loadOptions>> | undefined }) {
  const [parameters] = useSearchParams();
  const host = useUrlFilter('host');
  const hosts = useId();
  const partners = options?.partners ?? [];
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    host.set(String(new FormData(event.currentTarget).get('host') ?? '').trim());
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3 max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:[&_.field]:w-full max-md:[&_.field]:max-w-none max-md:[&_label]:grid max-md:[&_label]:gap-1">
      <FilterSelect
        name="state"
        label="State"
        allLabel="published"
        options={postStates.filter((state) => state !== 'published')}
      />
      <FilterSelect
        name="partner"
        label="Network"
        options={partners.map(({ _id }) => _id)}
        labelOf={(id) => partners.find(({ _id }) => _id === id)?.name ?? id}
      />
      <form
        key={parameters.get('host') ?? ''}
        onSubmit={apply}
        className="flex items-center gap-2 max-md:col-span-2 max-md:items-end"
      >
        <label className="flex items-center gap-2 text-sm text-muted max-md:flex-1">
          Linked site
          <input
            name="host"
            list={hosts}
            maxLength={200}
            placeholder="example.com"
            defaultValue={host.value}
            className="field h-10 w-44 max-md:h-11 text-text"
          />
        </label>
        <datalist id={hosts}>
          {options?.hosts.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11">
          Apply
        </button>
      </form>
    </div>
  );
}

const editUrl = ({ id }: UnrecordedPost) => `/admin/posts?edit=${id}`;

const recordColumns: Column<UnrecordedPost>[] = [
  {
    id: 'image',
    header: 'Image',
    className: 'md:w-px',
    phone: 'picture',
    cell: (row) => <PostPicture post={row} />,
  },
  {
    id: 'title',
    header: 'Title',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <Link to={editUrl(row)} className="hover:underline">
        <bdi className="cell-text" title={row.title}>
          {row.title}
        </bdi>
      </Link>
    ),
  },
  {
    id: 'missing',
    header: 'Missing',
    phone: 'detail',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5 max-md:gap-x-1 max-md:[&>:not(:last-child)]:after:content-[',']">
        {row.missing.map((part) => (
          <Badge key={part}>{shortRecordLabels[part]}</Badge>
        ))}
      </span>
    ),
  },
  shortenedColumn<UnrecordedPost>({
    id: 'partner',
    header: 'Network',
    className: 'max-w-40',
    textOf: ({ partnerName }) => partnerName,
  }),
  shortenedColumn<UnrecordedPost>({
    id: 'host',
    header: 'Link',
    className: 'max-w-40',
    textOf: ({ link }) => siteOf(link),
  }),
];

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const [list, counts, options] = await Promise.all([
    loadUnrecorded(url),
    loadCounts(url).catch(() => undefined),
    loadOptions().catch(() => undefined),
  ]);
  return { page: pageOf(url), list, counts, options };
};

const tabLabels: Record<MissingKind, string> = { records: 'Any part', ...shortRecordLabels };

export default function Records({ loaderData: { page, list, counts, options } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [parameters] = useSearchParams();
  const [isImporting, setImporting] = useState(false);
  const mayExport = useMay('identities');
  const query = recordsQueryOf(parameters);
  const { posts, totalPages, totalRecords } = list.data;
  const selection = useSelection({ pageIds: posts.map(({ id }) => id), filter: query, total: totalRecords });

  return (
    <>
      <ScreenHead title="Records">
        {mayExport && (
          <DownloadLink
            href={exportUrl(query)}
            check={() => loadCounts(new URL(window.location.href))}
            failure="The records could not be exported."
          >
            Export CSV
          </DownloadLink>
        )}
        <button type="button" className="btn btn-primary" onClick={() => setImporting(true)}>
          Import CSV
        </button>
      </ScreenHead>
      <p className="-mt-3 mb-5 text-muted">
        Posts with incomplete records: where they come from, who is responsible for them, and the consent of everyone
        shown.
      </p>
      <Tabs
        label="What is missing"
        tabs={missingKinds.map((kind) => ({
          to: withParameter(parameters, 'without', kind === 'records' ? '' : kind),
          active: kind === query.without,
          label: counts ? `${tabLabels[kind]} ${fullCount(counts[kind])}` : tabLabels[kind],
        }))}
      />
      <Filters options={options} />
      <DataTable
        label="Posts without complete records"
        columns={[
          selectColumn<UnrecordedPost>({ selection, idOf: ({ id }) => id, nameOf: ({ title }) => title }),
          ...recordColumns,
        ]}
        rows={posts}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={(post) => void navigate(editUrl(post))}
        empty={<Empty title="Nothing is missing" filters={['host', 'partner']} />}
      />
      <Pages page={page} totalPages={totalPages} />
      <SelectionBar selection={selection} total={totalRecords} kinds={['setRecords']} />
      {isImporting && (
        <ImportDialog
          onClose={() => setImporting(false)}
          onImported={() => {
            setImporting(false);
            void revalidate();
          }}
        />
      )}
    </>
  );
}
