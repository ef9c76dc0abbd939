import type { DeletedKind } from '#contract/values/deleted-kinds.ts';
import { logoUrl } from '../../components/logo-url.ts';
import { performerPlaceholder } from '../../components/performer-placeholder.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { DeletedRecord } from '../kit/records/deleted-record.ts';
import { actionsColumn, type Column, categoryColumn } from '../kit/table/columns.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { WithheldPicture } from '../kit/table/withheld-picture.tsx';

/** The same pictures as on the screens of each kind; file links have none. */
const pictures: Partial<Record<DeletedKind, { className: string; urlOf?: (image: string) => string }>> = {
  posts: { className: 'h-[45px] w-20 rounded-lg' },
  stars: { className: 'size-[50px] rounded-lg', urlOf: (image) => image || performerPlaceholder },
  networks: { className: 'size-[50px] rounded-lg', urlOf: logoUrl },
  channels: { className: 'h-[45px] w-20 rounded-lg' },
};

interface Actions {
  busyId: string | undefined;
  onRestore: (record: DeletedRecord) => void;
}

export const deletedColumns = (kind: DeletedKind, { busyId, onRestore }: Actions): Column<DeletedRecord>[] => {
  const picture = pictures[kind];
  return [
    {
      id: 'name',
      header: kind === 'posts' || kind === 'terabox' ? 'Title' : 'Name',
      meta: { phone: 'title' },
      cell: ({ row: { original } }) => (
        <div className="flex min-w-0 items-center gap-3.5">
          {picture &&
            (original.withheld ? (
              <WithheldPicture src={original.image} title={original.name} className={picture.className} />
            ) : (
              <Picture src={picture.urlOf?.(original.image) ?? original.image} alt="" className={picture.className} />
            ))}
          <div className="grid min-w-0 gap-0.5">
            <bdi className="font-medium [overflow-wrap:anywhere] max-md:line-clamp-1">{original.name}</bdi>
            {original.url !== '' && (
              <a
                href={original.url}
                target="_blank"
                rel="noopener noreferrer"
                className="max-w-[60ch] truncate text-[13px] text-muted hover:underline"
              >
                {original.url}
              </a>
            )}
          </div>
        </div>
      ),
    },
    categoryColumn(({ category }) => category),
    {
      id: 'deleted',
      header: 'Deleted',
      meta: { className: 'md:whitespace-nowrap', phone: 'detail' },
      cell: ({ row }) => momentLabel(row.original.deletedAt),
    },
    actionsColumn((record) => (
      <RowButton label={`Restore ${record.name}`} disabled={busyId === record.id} onClick={() => onRestore(record)}>
        Restore
      </RowButton>
    )),
  ];
};
