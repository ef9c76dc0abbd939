import type { NameKind } from '#contract/values/name-kinds.ts';
import { useSingleAction } from '../feedback/use-single-action.ts';
import { fullCount } from '../format/counts.ts';
import { type Duplicate, type ListedName, markDistinct } from '../records/name.ts';
import { Empty } from '../screen/empty.tsx';
import { actionsColumn, type Column } from '../table/columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import { RowButton } from '../table/row-actions.tsx';
import { words } from './name-words.ts';

interface DuplicatesProps {
  kind: NameKind;
  duplicates: Duplicate[];
  problem: string | undefined;
  onMerge: (from: string[], into: string) => void;
}

function Named({ named: { name, count } }: { named: ListedName }) {
  return (
    <>
      <bdi className="[overflow-wrap:anywhere]">{name}</bdi>{' '}
      <span className="text-muted tabular-nums">({fullCount(count)})</span>
    </>
  );
}

/** Pairs of names that look like one. */
export function Duplicates({ kind, duplicates, problem, onMerge }: DuplicatesProps) {
  const { run: act } = useSingleAction('That could not be saved.');
  const columns: Column<Duplicate>[] = [
    {
      id: 'merge',
      header: `${words[kind].One} and its videos`,
      meta: { className: 'font-medium', phone: 'title' },
      cell: ({ row }) => <Named named={row.original.merge} />,
    },
    {
      id: 'keep',
      header: 'May be the same as',
      meta: { phone: 'detail' },
      cell: ({ row }) => <Named named={row.original.keep} />,
    },
    actionsColumn((pair) => {
      const both = `${pair.merge.name} and ${pair.keep.name}`;
      return (
        <div className="flex justify-end gap-2" data-always>
          <RowButton label={`Merge ${both}`} onClick={() => onMerge([pair.merge.slug], pair.keep.slug)}>
            Merge
          </RowButton>
          <RowButton
            label={`${both} are no duplicates`}
            onClick={() => void act(() => markDistinct(kind, pair), 'They are not suggested again.')}
          >
            Not a duplicate
          </RowButton>
        </div>
      );
    }),
  ];
  return (
    <DataTable
      label="Likely duplicates"
      columns={columns}
      rows={duplicates}
      problem={problem}
      keyOf={({ keep, merge }) => `${keep.slug} ${merge.slug}`}
      empty={
        <Empty title="No likely duplicates">Names that differ in a letter, a hyphen or the plural appear here.</Empty>
      }
    />
  );
}
