import { useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { Pagination } from '../../components/pagination.tsx';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { pageOf, pageUrl, searchOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { type Block, liftBlock, loadBlocks } from '../kit/records/block.ts';
import { noPages } from '../kit/records/record.ts';
import { AddButton } from '../kit/screen/add-button.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { useRefresh } from '../kit/screen/use-refresh.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { blockColumns } from './block-columns.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { isMoving } from './block-words.ts';

const limit = 20;
const refreshMs = 2000;
const nothing = { blocks: [], pagination: noPages };

export const clientLoader = async ({ url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const query = { search: searchOf(url), page, limit };
  return { page, list: await loadPage(url, loadBlocks(query), nothing, 'Failed to fetch blocks') };
};

export default function Blocks({ loaderData: { page, list } }: Route.ComponentProps) {
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The block could not be lifted.');
  const [isAdding, setAdding] = useState(false);
  const { blocks, pagination } = list.data;
  useRefresh(blocks.some(isMoving) ? refreshMs : undefined);

  const lift = async (block: Block) => {
    const isWanted = await confirm({
      question: `Lift the block of “${block.name}”?`,
      details: `${plural(block.held, 'post')} will return as they were, unless something else hides them.`,
      confirmLabel: 'Lift',
    });
    if (isWanted) await run(() => liftBlock(block), `The block of “${block.name}” was lifted.`);
  };

  return (
    <>
      <ScreenHead title="Blocks">
        <SearchField label="Search blocks" />
        <AddButton onClick={() => setAdding(true)}>Add Block</AddButton>
      </ScreenHead>
      <p className="-mt-3 mb-5 max-w-[70ch] text-muted">
        Everything of a blocked site, star or network is hidden, and nothing of it can be listed until the block is
        lifted.
      </p>
      <DataTable
        label="Blocks"
        columns={blockColumns({ busy, onLift: (block) => void lift(block) })}
        rows={blocks}
        problem={list.problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No blocks">Block a site, a star who asked to be delisted, or a network.</Empty>}
      />
      <Pagination page={page} totalPages={pagination.totalPages} hrefOf={pageUrl(location)} />
      {isAdding && (
        <BlockDialog
          onClose={() => setAdding(false)}
          onAdded={({ name }) => {
            setAdding(false);
            notify(`“${name}” is blocked.`);
            void revalidate();
          }}
        />
      )}
    </>
  );
}
