import { useState } from 'react';
import type { BulkChangeKind } from '#contract/values/bulk-changes.ts';
import { Icon } from '../../../components/icon.tsx';
import { fullCount } from '../format/counts.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { posts } from './change-words.ts';
import type { PostSelection } from './use-selection.ts';

interface SelectionBarProps {
  selection: PostSelection;
  total: number;
  kinds: readonly BulkChangeKind[];
}

/** What can be done to the selected rows; stays in sight at the foot of the screen. */
export function SelectionBar({ selection, total, kinds }: SelectionBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { count, selectAll, clear } = selection;
  if (!selection.selection) return null;
  return (
    <section
      aria-label="Selection"
      className="selection-bar sticky bottom-4 z-30 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center max-sm:w-full gap-x-3 gap-y-2 rounded-2xl border border-line bg-surface py-2 pr-2 pl-4 shadow-pop"
    >
      <p aria-live="polite" className="text-sm font-medium tabular-nums max-sm:basis-[calc(100%-56px)]">
        {posts(count)} selected
      </p>
      {selectAll ? (
        <button type="button" className="btn btn-quiet h-10 px-3 text-sm max-sm:order-2" onClick={selectAll}>
          Select all {fullCount(total)} that match
        </button>
      ) : (
        !selection.isPageSelected && (
          <button
            type="button"
            className="btn btn-quiet h-10 px-3 text-sm max-sm:order-2 md:hidden"
            onClick={selection.togglePage}
          >
            Select this page
          </button>
        )
      )}
      <button
        type="button"
        className="btn btn-primary h-10 px-4 text-sm max-sm:order-2 max-sm:grow"
        onClick={() => setOpen(true)}
      >
        Change…
      </button>
      <button type="button" className="icon-button" aria-label="Clear selection" onClick={clear}>
        <Icon name="close" />
      </button>
      {isOpen && (
        <ChangeDialog
          selection={selection.selection}
          count={count}
          kinds={kinds}
          onClose={() => setOpen(false)}
          onStarted={() => {
            setOpen(false);
            clear();
          }}
        />
      )}
    </section>
  );
}
